import CMicrohttpd

/// Reads the header lines of a request and finds what would let two readers see different requests.
///
/// libmicrohttpd lets doubled lengths, a length beside a transfer coding, blanks in names and controls in
/// values through (RFC 9112 6.3, 5.1; ohler55/agoo#88).
struct HeadReader {
  private let keptFields: [String]
  private(set) var fields: [HTTPField] = []
  private(set) var fault: HTTPFault?
  private(set) var lineCount = 0
  private(set) var contentLength: Int?
  private(set) var isChunked = false
  private(set) var expectsContinue = false
  private var hostCount = 0
  private var lengthCount = 0
  private var codingCount = 0

  init(keptFields: [String]) {
    self.keptFields = keptFields
  }

  var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

  /// All header lines of `connection`, in order.
  mutating func read(_ connection: OpaquePointer) {
    withUnsafeMutablePointer(to: &self) { reader in
      _ = MHD_get_connection_values_n(
        connection, MHD_HEADER_KIND,
        { owner, _, name, nameCount, value, valueCount in
          let reader = owner?.assumingMemoryBound(to: HeadReader.self)
          reader?.pointee.take(name: .cString(name, nameCount), value: .cString(value, valueCount))
          return MHD_YES
        }, reader)
    }
  }

  /// What only the whole block can tell.
  mutating func finish(isHTTP11: Bool) {
    if codingCount > 0 && lengthCount > 0 {
      refuse("a content length beside a transfer coding")
    } else if codingCount > 0 && !isHTTP11 {
      refuse("a transfer coding before HTTP/1.1")
    } else if hostCount > 1 || (isHTTP11 && hostCount == 0) {
      refuse("exactly one Host is needed")
    }
  }

  private mutating func take(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
  ) {
    lineCount += 1
    guard !name.isEmpty, name.allSatisfy(HeaderSyntax.isTokenByte) else {
      return refuse("a header name that is no token")
    }
    guard value.allSatisfy(HeaderSyntax.isValueByte) else {
      return refuse("a control character in a header value")
    }
    keep(name, value)
    weigh(name, value)
  }

  private mutating func keep(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    for kept in keptFields where HeaderSyntax.isEqual(name, kept) {
      fields.append(HTTPField(name: kept, value: value.withoutTrailingBlanks))
    }
  }

  private mutating func weigh(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    switch name.count {
    case 4 where HeaderSyntax.isEqual(name, "host"): hostCount += 1
    case 6 where HeaderSyntax.isEqual(name, "expect"): expectsContinue = true
    case 14 where HeaderSyntax.isEqual(name, "content-length"): takeLength(value)
    case 17 where HeaderSyntax.isEqual(name, "transfer-encoding"): takeCoding(value)
    default: break
    }
  }

  private mutating func takeLength(_ value: UnsafeBufferPointer<UInt8>) {
    lengthCount += 1
    guard lengthCount == 1 else { return refuse("two content lengths") }
    guard let length = Self.length(value) else {
      return refuse("a content length that is no number")
    }
    contentLength = length
  }

  private mutating func takeCoding(_ value: UnsafeBufferPointer<UInt8>) {
    codingCount += 1
    guard codingCount == 1, HeaderSyntax.isEqual(value, "chunked") else {
      return refuse("a transfer coding other than chunked")
    }
    isChunked = true
  }

  private mutating func refuse(_ reason: String) {
    fault = fault ?? .malformed(reason)
  }

  /// Digits only; up to eighteen of them fit. libmicrohttpd 0.9.75 refuses most other texts before this
  /// is asked; another version need not.
  static func length(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
    guard (1...18).contains(value.count), value.allSatisfy(HeaderSyntax.isDigit) else { return nil }
    return value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  static func cString(_ start: UnsafePointer<CChar>?, _ count: Int) -> Self {
    guard let start else { return Self(start: nil, count: 0) }
    return Self(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Up to the closing NUL.
  static func cString(_ start: UnsafePointer<CChar>) -> Self {
    var count = 0
    while start[count] != 0 { count += 1 }
    return cString(start, count)
  }

  fileprivate var withoutTrailingBlanks: [UInt8] {
    var end = count
    while end > 0 && (self[end - 1] == 0x20 || self[end - 1] == 0x09) { end -= 1 }
    return Array(self[..<end])
  }
}
