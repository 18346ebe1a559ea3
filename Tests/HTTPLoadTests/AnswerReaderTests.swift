import Testing

@testable import HTTPLoad

@Suite struct AnswerReaderTests {
  private static let good =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-LENGTH: 5 \r\nX: y\r\n\r\nhello"

  private func read(_ text: some Sequence<UInt8>, limit: Int = 1000) -> AnswerReader.Outcome {
    Array(text).withUnsafeBytes { AnswerReader(bodyLimitBytes: limit).read($0) }
  }

  @Test func `a whole answer is read`() {
    let head = AnswerHead(
      status: 200, headByteCount: Self.good.utf8.count - 5, bodyByteCount: 5, closes: false)
    #expect(read(Self.good.utf8) == .head(head))
  }

  @Test func `cut anywhere in its head it is incomplete, cut in its body the head is known`() {
    let bytes = Array(Self.good.utf8)
    for length in 0..<(bytes.count - 5) {
      #expect(read(bytes[..<length]) == .incomplete, "\(length)")
    }
    for length in (bytes.count - 5)..<bytes.count {
      guard case .head(let head) = read(bytes[..<length]) else {
        Issue.record("no head in \(length) bytes")
        return
      }
      #expect(head.byteCount == bytes.count)
    }
  }

  @Test(arguments: [
    ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", AnswerFlaw.statusLine),
    ("HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n", .statusLine),
    ("HTTP/1.1 999 OK\r\nContent-Length: 0\r\n\r\n", .statusLine),
    ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", .statusLine),
    ("HTTP/1.1 100 Continue\r\n\r\n", .interim),
    ("HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", .lineEnd),
    ("HTTP/1.1 200 OK\r\nContent-Length: 0\n\n", .lineEnd),
    ("HTTP/1.1 200 OK\r\n folded\r\n\r\n", .fieldName),
    ("HTTP/1.1 200 OK\r\n: nameless\r\n\r\n", .fieldName),
    ("HTTP/1.1 200 OK\r\nServer: x\r\n\r\n", .contentLength),
    ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .contentLength),
    ("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n", .contentLength),
    ("HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n", .contentLength),
    ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", .contentLength),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .transferCoding),
    ("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", .bodyTooLong),
  ])
  func `what is no strict answer is refused`(_ text: String, _ flaw: AnswerFlaw) {
    #expect(read(text.utf8) == .malformed(flaw))
  }

  @Test func `a head without an end is refused once it is too long`() {
    let line = "X: " + String(repeating: "y", count: 100) + "\r\n"
    let text = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 200)
    #expect(read(text.utf8) == .malformed(.headTooLong))
  }

  @Test func `an end of the connection is announced`() {
    let text = "HTTP/1.1 503 No\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n"
    guard case .head(let head) = read(text.utf8) else {
      Issue.record("no head")
      return
    }
    #expect(head.closes)
    #expect(head.status == 503)
  }
}
