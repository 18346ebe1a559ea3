import HTTPServer
import TestSockets
import Testing

/// EDG-02, RFC 9112 6.3: what two readers could take for different requests is refused, and the connection closed.
@Suite struct SmugglingTests {
  static let heads: [String] = [
    "Content-Length: 47\r\nContent-Length: 0\r\n",
    "Content-Length: 5\r\nContent-Length: 5\r\n",
    "Content-Length: 5, 5\r\n",
    "Content-Length: +5\r\n",
    "Content-Length: -5\r\n",
    "Content-Length: 0x5\r\n",
    "Content-Length: 1_0\r\n",
    "Content-Length: 5 5\r\n",
    "Content-Length:\r\n",
    "Content-Length: 99999999999999999999999\r\n",
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip, chunked\r\n",
    "Transfer-Encoding: chunked, identity\r\n",
    "Transfer-Encoding: xchunked\r\n",
    "Transfer-Encoding: identity\r\n",
    "Transfer-Encoding:\r\n",
    "Transfer-Encoding : chunked\r\n",
    "Content-Length : 5\r\n",
    "Content Length: 5\r\n",
    "X-Vertical: a\u{0B}b\r\n",
    "X-Bare: a\rTransfer-Encoding: chunked\r\n",
    "X-Delete: a\u{7F}b\r\n",
    ": nameless\r\n",
    "X\u{E9}: latin\r\n",
    "Host: second\r\n",
    "X-Folded: a\r\n b\r\n",
    "X-Folded: a\r\n\tTransfer-Encoding: chunked\r\n",
    "X-Bare: a\nX-Line: b\r\n",
    "X-Bare: a\n\r\n",
    "X-Nul: a\u{0}b\r\n",
    "X-Nul: a\u{0}\u{0}Content-Length: 5\r\n",
    "X-Nul\u{0}: a\r\n",
    ":\r\n",
  ]

  @Test(arguments: heads)
  func `a head that can be read in two ways is refused and nothing behind it is served`(
    head: String
  ) throws {
    let harness = try Harness()
    let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"
    let client = harness.exchange("POST /a HTTP/1.1\r\nHost: a\r\n\(head)\r\n\(hidden)")
    harness.turn(until: { client.isEnded })
    #expect(client.received.starts(with: Array("HTTP/1.1 4".utf8)))
    #expect(harness.handler.requests.isEmpty)
  }

  /// The five bytes behind each head are a body by its length and by its chunks alike, so that only
  /// the head itself can be refused.
  @Test(arguments: [
    (
      "Content-Length: 5\r\nTransfer-Encoding: chunked", "a content length beside a transfer coding"
    ),
    (
      "Transfer-Encoding: chunked\r\nContent-Length: 5", "a content length beside a transfer coding"
    ),
    ("Content-Length: 5\r\nContent-Length: 5", "two content lengths"),
    (
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      "a transfer coding other than chunked"
    ),
    ("Content-Length: 5\r\nX\u{E9}: a", "a header name that is no token"),
    ("Content-Length: 5\r\nX: a\u{7F}b", "a control character in a header value"),
    ("Content-Length: 5\r\nHost: b", "exactly one Host is needed"),
  ])
  func `a head that can be read in two ways is refused for just that`(
    head: String, reason: String
  ) throws {
    let harness = try Harness()
    let client = harness.exchange("POST /a HTTP/1.1\r\nHost: a\r\n\(head)\r\n\r\n0\r\n\r\n")
    harness.turn(until: { client.isEnded })
    #expect(client.responses().map(\.status) == [400])
    #expect(harness.handler.faults == [.malformed(reason)])
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `a transfer coding in HTTP 1 0 is refused`() throws {
    let harness = try Harness()
    let client = harness.exchange(
      "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    harness.turn(until: { client.isEnded })
    #expect(client.responses().map(\.status) == [400])
    #expect(harness.handler.faults == [.malformed("a transfer coding before HTTP/1.1")])
  }

  @Test(arguments: ["0_2e", "0x5", "+5", "-5", "g", "", "5 5"])
  func `a chunk size that is not hexadecimal digits ends the connection`(size: String) throws {
    let harness = try Harness()
    let client = harness.exchange(
      "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nhello\r\n"
        + "0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n")
    harness.turn(until: { client.isEnded })
    #expect(harness.handler.requests.isEmpty)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\n\n",
    "GET / HTTP/1.1\r\nHost: a\r\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n",
    "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func `lines that end in a bare LF and loose request lines are refused`(bytes: String) throws {
    let harness = try Harness()
    let client = harness.exchange(bytes)
    harness.turn(until: { client.isEnded })
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `a request without Host is refused`() throws {
    let harness = try Harness()
    #expect(harness.exchange("GET / HTTP/1.1\r\n\r\n").responses().map(\.status) == [400])
  }

  @Test(arguments: [
    "http://other/healthz", "*", "healthz", "/a\u{0}b", "/a b", "/a\u{1}", "/\u{E9}", "",
  ])
  func `a target that is not in origin form is refused`(target: String) throws {
    let harness = try Harness()
    let client = harness.exchange("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    harness.turn(until: { client.isEnded })
    #expect(client.received.isEmpty || client.received.starts(with: Array("HTTP/1.1 4".utf8)))
    #expect(harness.handler.requests.isEmpty)
  }

  @Test(arguments: ["G=ET", "G\"ET", "GET\u{1}", "G(T"])
  func `a method that is no token is refused`(method: String) throws {
    let harness = try Harness()
    let client = harness.exchange("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
    harness.turn(until: { client.isEnded })
    #expect(client.received.isEmpty || client.received.starts(with: Array("HTTP/1.1 4".utf8)))
    #expect(harness.handler.requests.isEmpty)
  }
}
