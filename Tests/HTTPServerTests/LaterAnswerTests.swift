import HTTPServer
import TestSockets
import Testing

@Suite struct LaterAnswerTests {
  private let harness: Harness
  private let client: RawClient

  init() throws {
    harness = try Harness()
    harness.handler.answer = { _ in nil }
    client = harness.connect()
    client.send(ConnectionTests.get)
    let handler = harness.handler
    harness.turn(until: { handler.exchanges.count == 1 })
  }

  private var exchange: HTTPExchangeID { harness.handler.exchanges[0] }

  @Test func `an answer given later is sent`() {
    #expect(harness.server.answer(exchange, HTTPResponse(status: 200, body: [0x68, 0x69])))
    harness.turn(until: { client.responses().count == 1 })
    #expect(client.responses().map(\.body) == ["hi"])
  }

  @Test func `an answer is work at once, since no descriptor tells of it`() {
    harness.settle()
    #expect(!harness.server.hasWork)
    harness.server.answer(exchange, HTTPResponse(status: 200))
    #expect(harness.server.hasWork)
    harness.turn(until: { client.responses().count == 1 })
    harness.settle()
    #expect(!harness.server.hasWork)
  }

  @Test func `a second answer is dropped`() {
    #expect(harness.server.answer(exchange, HTTPResponse(status: 200)))
    #expect(!harness.server.answer(exchange, HTTPResponse(status: 201)))
    harness.turn(until: { client.responses().count == 1 })
    #expect(!harness.server.answer(exchange, HTTPResponse(status: 202)))
    harness.settle()
    #expect(client.responses().map(\.status) == [200])
  }

  @Test func `an answer for an earlier request never reaches a later one`() {
    harness.server.answer(exchange, HTTPResponse(status: 200))
    harness.turn(until: { client.responses().count == 1 })
    client.send(ConnectionTests.get)
    harness.turn(until: { harness.handler.exchanges.count == 2 })
    #expect(!harness.server.answer(exchange, HTTPResponse(status: 500)))
  }

  @Test func `a client that leaves while it waits is noticed and let go`() {
    client.close()
    harness.advance(milliseconds: 1_000)
    #expect(harness.handler.abandoned == [exchange])
    harness.turn(until: { harness.server.connectionCount == 0 })
    #expect(!harness.server.answer(exchange, HTTPResponse(status: 200)))
  }

  @Test func `an answer for a client that has just left does no harm`() {
    client.close()
    harness.server.answer(exchange, HTTPResponse(status: 200))
    harness.turn(until: { harness.server.connectionCount == 0 })
  }

  @Test func `a server stops with requests waiting`() {
    harness.server.stop()
    #expect(harness.handler.abandoned == [exchange])
    #expect(harness.server.connectionCount == 0)
    client.receive()
    #expect(client.isEnded)
  }

  @Test func `an answer may be given from within the call that asks for it`() {
    harness.server.answer(exchange, HTTPResponse(status: 200))
    let (server, handler) = (harness.server, harness.handler)
    handler.answer = { _ in
      server.answer(handler.exchanges[1], HTTPResponse(status: 203))
      return nil
    }
    client.send(ConnectionTests.get)
    harness.turn(until: { client.responses().map(\.status) == [200, 203] })
  }
}
