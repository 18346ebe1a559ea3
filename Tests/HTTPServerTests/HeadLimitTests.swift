import HTTPServer
import TestSockets
import Testing

@Suite struct HeadLimitTests {
  /// A request whose request line and header block have this many bytes.
  static func request(headBytes: Int, lines: Int) -> String {
    let frame = "GET /a HTTP/1.1\r\nHost: a\r\n"
    let rest = headBytes - frame.utf8.count - 2
    let each = rest / lines
    let header = { (count: Int) in "X: " + String(repeating: "v", count: count - 5) + "\r\n" }
    let headers = (1..<lines).map { _ in header(each) } + [header(rest - each * (lines - 1))]
    return frame + headers.joined() + "\r\n"
  }

  @Test(arguments: [1, 30, 98])
  func `a header block of 4 KiB is accepted`(lines: Int) throws {
    let harness = try Harness()
    let client = harness.exchange(Self.request(headBytes: 4_096 + 256, lines: lines))
    #expect(client.responses().map(\.status) == [200])
  }

  @Test(arguments: [1, 30])
  func `a head of exactly 8 KiB is accepted`(lines: Int) throws {
    let harness = try Harness()
    let client = harness.exchange(Self.request(headBytes: 8_192, lines: lines))
    #expect(client.responses().map(\.status) == [200])
  }

  @Test(arguments: [8_193, 12_000, 16_000, 60_000])
  func `above 8 KiB it is 431 and the connection is closed`(bytes: Int) throws {
    let harness = try Harness()
    let client = harness.exchange(Self.request(headBytes: bytes, lines: 1))
    harness.turn(until: { client.isEnded })
    #expect(client.responses().map(\.status) == [431])
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `more than a hundred header lines are 431`() throws {
    let harness = try Harness()
    let client = harness.exchange(Self.request(headBytes: 2_000, lines: 100))
    #expect(client.responses().map(\.status) == [431])
  }

  @Test(arguments: [1, 300, 2_000])
  func `a query of many parts costs no more than its bytes`(count: Int) throws {
    let harness = try Harness()
    let query = (0..<count).map { "a\($0 % 10)" }.joined(separator: "&")
    let client = harness.exchange("GET /a?\(query) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.responses().map(\.status) == [200])
    #expect(harness.handler.requests.first?.target.count == 3 + query.utf8.count)
    #expect(!harness.server.hasWork)
  }

  @Test func `a query without anything behind its mark is kept as it is`() throws {
    let harness = try Harness()
    _ = harness.exchange("GET /a? HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(harness.handler.requests.first?.target == Array("/a?".utf8))
  }

  @Test func `cookies without number end the connection and leave nothing to do`() throws {
    let harness = try Harness()
    let cookies = (0..<700).map { "c\($0)=1" }.joined(separator: "; ")
    let client = harness.exchange("GET /a HTTP/1.1\r\nHost: a\r\nCookie: \(cookies)\r\n\r\n")
    harness.turn(until: { client.isEnded })
    #expect(!harness.server.hasWork)
  }

  @Test func `a request line without end is refused and the connection closed`() throws {
    let harness = try Harness()
    let client = harness.exchange("GET /" + String(repeating: "a", count: 60_000))
    harness.turn(until: { client.isEnded })
    #expect(client.responses().map(\.status) == [414])
  }

  @Test func `bytes that are no HTTP are refused and the connection closed`() throws {
    let harness = try Harness()
    let client = harness.exchange([0x16, 0x03, 0x01, 0x02, 0x00, 0x0D, 0x0A, 0x0D, 0x0A])
    harness.turn(until: { client.isEnded })
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `another version of HTTP gets 505`() throws {
    let harness = try Harness()
    let client = harness.exchange("GET / HTTP/2.0\r\nHost: a\r\n\r\n")
    #expect(client.responses().map(\.status) == [505])
  }
}
