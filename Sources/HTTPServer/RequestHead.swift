import CMicrohttpd
import Instants

/// A complete head: its request, or what is wrong with it.
struct RequestHead {
  let fault: HTTPFault?
  let contentLength: Int
  let hasBody: Bool
  let expectsContinue: Bool
  private let method: HTTPMethod?
  private let fields: [HTTPField]

  /// `reader` has read all lines of the connection.
  init(
    _ connection: Connection, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
    _ reader: consuming HeadReader, _ limits: HTTPLimits
  ) {
    self.method = method.flatMap { HTTPMethod(.cString($0)) }
    let isHTTP11 = version.map { HeaderSyntax.isEqual(.cString($0), "http/1.1") } ?? false
    reader.finish(isHTTP11: isHTTP11)
    contentLength = reader.contentLength ?? 0
    hasBody = reader.hasBody
    expectsContinue = reader.expectsContinue
    fields = reader.fields
    fault =
      Self.sizeFault(connection, reader, limits)
      ?? (self.method == nil ? .malformed("a method that is no token") : nil)
      ?? Self.targetFault(connection, version) ?? reader.fault
      ?? Self.blockFault(connection, method, version, lineCount: reader.lineCount)
  }

  /// `nil` when not even the method can be told.
  func request(_ connection: Connection, receivedAt: MonotonicTime) -> HTTPRequest? {
    method.map {
      HTTPRequest(
        method: $0, target: connection.target, fields: fields, peer: connection.peer,
        receivedAt: receivedAt)
    }
  }

  private static func sizeFault(
    _ connection: Connection, _ reader: borrowing HeadReader, _ limits: HTTPLimits
  ) -> HTTPFault? {
    let bytes = countersign_mhd_head_bytes(connection.handle)
    let isTooLarge = bytes > limits.headBytes || reader.lineCount > limits.headerFields
    return isTooLarge ? .headTooLarge : nil
  }

  /// The version's text begins right after the blank behind the target, so a NUL in the target shows as a gap.
  private static func targetFault(
    _ connection: Connection, _ version: UnsafePointer<CChar>?
  ) -> HTTPFault? {
    let end = connection.targetAddress + UInt(connection.target.count)
    guard UInt(bitPattern: version) == end + 1 else { return .malformed("a blank in the target") }
    guard connection.target.first == UInt8(ascii: "/") else {
      return .malformed("a target that is not in origin form")
    }
    guard connection.target.allSatisfy(HeaderSyntax.isTargetByte) else {
      return .malformed("a byte in the target that is not visible ASCII")
    }
    return nil
  }

  private static func blockFault(
    _ connection: Connection, _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
    lineCount: Int
  ) -> HTTPFault? {
    guard HeadBlock.isReadable, let method, let version else { return nil }
    let targetStart = UInt(bitPattern: method) + UInt(UnsafeBufferPointer.cString(method).count) + 1
    guard connection.targetAddress == targetStart else {
      return .malformed("more than one blank before the target")
    }
    let count = countersign_mhd_head_bytes(connection.handle)
    let block = HeadBlock(bytes: .cString(method, count))
    let versionEnd = method.distance(to: version) + 8
    guard block.endsLine(at: versionEnd), block.lineCount(from: versionEnd + 2) == lineCount else {
      return .malformed("a head with a bare LF, a NUL or a folded line")
    }
    return nil
  }
}
