import HTTPServer
import TestSockets
import Testing

@Suite struct BodyTests {
  static func post(_ head: String, _ body: String = "") -> String {
    "POST /a HTTP/1.1\r\nHost: a\r\n\(head)\r\n\(body)"
  }

  @Test func `a body of known length arrives whole`() throws {
    let harness = try Harness()
    let body = String(repeating: "x", count: 65_536)
    let client = harness.connect()
    var rest = Array(Self.post("Content-Length: 65536\r\n", body).utf8)[...]
    harness.turn(until: {
      rest = rest.dropFirst(client.send(rest.prefix(8_192)))
      return client.responses().count == 1
    })
    #expect(harness.handler.requests.first?.body.count == 65_536)
    #expect(harness.handler.requests.first?.tag == 7)
  }

  @Test func `a chunked body arrives whole, its extensions and trailers ignored`() throws {
    let harness = try Harness()
    let chunks = "5;a=b\r\nhello\r\n00001\r\n \r\nA\r\nwide world\r\n0\r\nContent-Length: 9\r\n\r\n"
    let client = harness.exchange(
      Self.post("Transfer-Encoding: CHUNKED\r\n", chunks) + ConnectionTests.get, answers: 2)
    #expect(client.responses().map(\.body) == ["hello wide world", ""])
  }

  @Test func `a body cut into single bytes arrives whole`() throws {
    let harness = try Harness()
    let client = harness.connect()
    for byte in Array(Self.post("Content-Length: 3\r\n", "abc").utf8) {
      client.send([byte])
      harness.settle()
    }
    #expect(client.responses().map(\.body) == ["abc"])
  }

  @Test(arguments: [65_537, 1_048_576])
  func `a body over the limit is read and dropped, answered 413 and the connection closed`(
    count: Int
  ) throws {
    let harness = try Harness()
    let client = harness.connect()
    var rest = Self.long(count)[...]
    harness.turn(until: {
      rest = rest.dropFirst(client.send(rest.prefix(65_536)))
      return client.isEnded
    })
    #expect(client.responses().map(\.status) == [413])
    #expect(client.responses().first?.headers["connection"] == "close")
    #expect(rest.isEmpty)
    #expect(harness.handler.faults == [.bodyTooLarge])
  }

  @Test func `a longer body is refused before it is read`() throws {
    let harness = try Harness()
    let client = harness.exchange(Self.post("Content-Length: 1048577\r\n"))
    harness.turn(until: { client.isEnded })
    #expect(client.responses().map(\.status) == [413])
  }

  @Test func `a chunked body over the limit is dropped and answered 413`() throws {
    let harness = try Harness()
    let client = harness.connect()
    let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
    var rest = Array(
      Self.post("Transfer-Encoding: chunked\r\n", chunk + chunk + chunk + "0\r\n\r\n").utf8)[...]
    harness.turn(until: {
      rest = rest.dropFirst(client.send(rest))
      return client.isEnded
    })
    #expect(client.responses().map(\.status) == [413])
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `a chunked body without end is cut after one mebibyte`() throws {
    let harness = try Harness()
    let client = harness.connect()
    let chunk = Array(("8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n").utf8)
    client.send(Self.post("Transfer-Encoding: chunked\r\n"))
    var sent = 0
    var rest = chunk[...]
    harness.turn(until: {
      let count = client.isEnded ? 0 : client.send(rest)
      sent += count
      rest = rest.dropFirst(count)
      if rest.isEmpty { rest = chunk[...] }
      return client.isEnded
    })
    #expect(sent > 1_000_000 && sent < 8_000_000)
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `a refusal by the plan drops the body and keeps the connection`() throws {
    let harness = try Harness()
    harness.handler.plan = { _ in .drop(thenAnswer: HTTPResponse(status: 404)) }
    let request = Self.post("Content-Length: 5\r\n", "hello")
    let client = harness.exchange(request + request, answers: 2)
    #expect(client.responses().map(\.status) == [404, 404])
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `a client that waits for leave to send gets it`() throws {
    let harness = try Harness()
    let client = harness.connect()
    client.send(Self.post("Content-Length: 5\r\nExpect: 100-continue\r\n"))
    harness.turn(until: { client.responses().map(\.status) == [100] })
    client.send("hello")
    harness.turn(until: { client.responses().map(\.status) == [100, 200] })
  }

  @Test func `a client that waits for leave to send what is refused gets the refusal at once`()
    throws
  {
    let harness = try Harness()
    harness.handler.plan = { _ in .drop(thenAnswer: HTTPResponse(status: 404)) }
    let client = harness.exchange(Self.post("Content-Length: 5\r\nExpect: 100-continue\r\n"))
    harness.turn(until: { client.isEnded })
    #expect(client.responses().map(\.status) == [404])
  }

  private static func long(_ count: Int) -> [UInt8] {
    Array(post("Content-Length: \(count)\r\n").utf8) + [UInt8](repeating: 0x78, count: count)
  }
}
