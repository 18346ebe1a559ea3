import HTTPServer
import TestSockets
import Testing

/// libmicrohttpd's time-out starts anew with each byte; ours does not.
@Suite struct ClockTests {
  @Test func `a client that dribbles its first head is cut after ten seconds`() throws {
    let harness = try Harness()
    let client = harness.connect()
    for byte in "GET / HTTP".utf8 {
      client.send([byte])
      harness.settle()
      #expect(!client.isEnded)
      harness.advance(milliseconds: 1_000)
    }
    harness.turn(until: { client.isEnded })
    harness.turn(until: { harness.server.connectionCount == 0 })
  }

  @Test func `a client that says nothing is cut after ten seconds`() throws {
    let harness = try Harness()
    let client = harness.connect()
    harness.settle()
    harness.advance(milliseconds: 9_999)
    #expect(!client.isEnded)
    harness.advance(milliseconds: 1_001)
    harness.turn(until: { client.isEnded })
  }

  @Test func `on a kept connection the head clock starts with the request line`() throws {
    let harness = try Harness()
    let client = harness.exchange(ConnectionTests.get)
    harness.advance(milliseconds: 30_000)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n")
    harness.settle()
    harness.advance(milliseconds: 9_000)
    #expect(!client.isEnded)
    harness.advance(milliseconds: 1_000)
    harness.turn(until: { client.isEnded })
  }

  @Test func `a client that dribbles its body is cut after thirty seconds`() throws {
    let harness = try Harness()
    let client = harness.connect()
    client.send(BodyTests.post("Content-Length: 1000\r\n"))
    harness.settle()
    for _ in 0..<29 {
      client.send("x")
      harness.advance(milliseconds: 1_000)
    }
    #expect(!client.isEnded)
    harness.advance(milliseconds: 1_000)
    harness.turn(until: { client.isEnded })
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `an idle connection is closed after sixty seconds`() throws {
    let harness = try Harness()
    let client = harness.exchange(ConnectionTests.get)
    harness.advance(milliseconds: 59_000)
    #expect(!client.isEnded)
    harness.advance(milliseconds: 1_000)
    harness.turn(until: { client.isEnded })
  }

  @Test func `a client that does not take its answer is cut after thirty seconds`() throws {
    let harness = try Harness()
    harness.handler.answer = { _ in
      HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 32 << 20))
    }
    let client = RawClient(port: harness.server.port)
    client.send(ConnectionTests.get)
    harness.turn(until: { harness.handler.requests.count == 1 })
    harness.advance(milliseconds: 29_000)
    #expect(harness.server.connectionCount == 1)
    harness.advance(milliseconds: 1_000)
    harness.turn(until: { harness.server.connectionCount == 0 })
  }

  @Test func `a waiting request has no clock here`() throws {
    let harness = try Harness()
    harness.handler.answer = { _ in nil }
    let client = harness.connect()
    client.send(ConnectionTests.get)
    harness.turn(until: { harness.handler.exchanges.count == 1 })
    harness.advance(milliseconds: 100_000)
    harness.server.answer(harness.handler.exchanges[0], HTTPResponse(status: 200))
    harness.turn(until: { client.responses().count == 1 })
    #expect(harness.handler.abandoned.isEmpty)
  }
}
