import Glibc

/// Reads the head of an answer, strictly: HTTP/1.1, CR LF, a length (RFC 9112 sections 2 to 6).
/// Chunks and interim answers are refused; the servers that are tested send none.
struct AnswerReader {
  static let headLimitBytes = 16 * 1024

  enum Outcome: Equatable {
    case incomplete
    case head(AnswerHead)
    case malformed(AnswerFlaw)
  }

  let bodyLimitBytes: Int

  /// - Parameter bytes: everything received of this answer so far.
  func read(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    do throws(AnswerFlaw) {
      guard let head = try head(bytes) else {
        return bytes.count > Self.headLimitBytes ? .malformed(.headTooLong) : .incomplete
      }
      return .head(head)
    } catch {
      return .malformed(error)
    }
  }

  /// `nil`: the head has not ended yet.
  private func head(_ bytes: UnsafeRawBufferPointer) throws(AnswerFlaw) -> AnswerHead? {
    guard var line = try Self.line(bytes, from: 0) else { return nil }
    let status = try Self.status(bytes[0..<line.end])
    var length: Int?
    var closes = false
    while true {
      let start = line.next
      guard let following = try Self.line(bytes, from: start) else { return nil }
      line = following
      if line.end == start { break }
      try Self.field(bytes[start..<line.end], &length, &closes)
    }
    if line.next > Self.headLimitBytes { throw .headTooLong }
    let body = try bodyByteCount(status: status, length: length)
    return AnswerHead(
      status: status, headByteCount: line.next, bodyByteCount: body, closes: closes)
  }

  private func bodyByteCount(status: Int, length: Int?) throws(AnswerFlaw) -> Int {
    if status == 204 || status == 304 { return 0 }
    guard let length else { throw .contentLength }
    if length > bodyLimitBytes { throw .bodyTooLong }
    return length
  }

  /// The end of the line that begins at `start`, and where the next begins.
  private static func line(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) throws(AnswerFlaw) -> (end: Int, next: Int)? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let feed = memchr(base + start, 0x0A, bytes.count - start)
    else { return nil }
    let offset = UnsafeRawPointer(feed) - base
    guard offset > start, bytes[offset - 1] == 0x0D else { throw .lineEnd }
    return (offset - 1, offset + 1)
  }

  /// `HTTP/1.1 200 OK`
  private static func status(_ line: Slice<UnsafeRawBufferPointer>) throws(AnswerFlaw) -> Int {
    let start: StaticString = "HTTP/1.1 "
    guard line.count >= 13, let base = line.base.baseAddress,
      memcmp(base, start.utf8Start, 9) == 0,
      line[12] == UInt8(ascii: " ")
    else { throw .statusLine }
    var status = 0
    for place in 9..<12 {
      let digit = line[place] &- UInt8(ascii: "0")
      guard digit <= 9 else { throw .statusLine }
      status = status * 10 + Int(digit)
    }
    if status < 100 || status > 599 { throw .statusLine }
    if status < 200 { throw .interim }
    return status
  }

  private static func field(
    _ line: Slice<UnsafeRawBufferPointer>, _ length: inout Int?, _ closes: inout Bool
  ) throws(AnswerFlaw) {
    let first = line[line.startIndex]
    guard first > 0x20, first != UInt8(ascii: ":"), first < 0x7F else { throw .fieldName }
    // Three names matter; all others are told apart by their first letter.
    switch first | 0x20 {
    case UInt8(ascii: "c"):
      if let value = HeaderLine.value(of: "content-length", in: line) {
        guard length == nil, let number = HeaderLine.number(value) else { throw .contentLength }
        length = number
      } else if let value = HeaderLine.value(of: "connection", in: line) {
        closes = closes || HeaderLine.isSame(value, "close")
      }
    case UInt8(ascii: "t"):
      if HeaderLine.value(of: "transfer-encoding", in: line) != nil { throw .transferCoding }
    default: break
    }
  }
}
