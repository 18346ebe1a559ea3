import MessageBus
import TestSockets
import Testing

@testable import Gateway

@Suite struct LaneTests {
  private let harness: LaneHarness
  private static let verify = "POST /v1/verify HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"

  init() throws {
    harness = try LaneHarness()
  }

  @Test func `a worker's answer reaches the client`() {
    let client = harness.connect(sending: Self.verify)
    harness.bus.reply(BusReply(status: 200, body: Array("yes".utf8)))
    harness.turn(until: { client.responses().count == 1 })
    #expect(client.responses().map(\.body) == ["yes"])
    #expect(
      client.responses()[0].headers["countersign-request-id"]
        == harness.bus.submitted[0].id.description)
  }

  @Test func `an answer that the bus brings after the server's turn is sent without a wait`() {
    harness.bus.instantReply = BusReply(status: 200)
    let client = harness.connect(sending: Self.verify)
    #expect(client.responses().isEmpty, "it came after the server's turn")
    #expect(harness.waitMilliseconds == 0)
    harness.turnWhileBusy()
    harness.receive(at: client)
    #expect(client.responses().map(\.status) == [200])
  }

  @Test func `a lane with nothing to do waits for what comes, a second at most`() {
    let client = harness.connect(sending: Self.verify)
    harness.turnWhileBusy()
    #expect((1...1_000).contains(harness.waitMilliseconds))
    harness.bus.reply(BusReply(status: 200))
    #expect(harness.waitMilliseconds == 0)
    harness.turnWhileBusy()
    harness.receive(at: client)
    #expect(client.responses().map(\.status) == [200])
  }

  @Test func `a client that leaves while its request is with a worker does no harm`() {
    let client = harness.connect(sending: Self.verify)
    client.close()
    harness.time.advance(milliseconds: 1_000)
    harness.turn(until: { harness.server.connectionCount == 0 })
    #expect(harness.bus.abandoned == harness.bus.submitted.map(\.id))
    harness.bus.reply(BusReply(status: 200))
    harness.turn(until: { true })
  }

  @Test func `a reply after the deadline's answer reaches nobody`() {
    let client = harness.connect(sending: Self.verify)
    harness.bus.fail(.deadlineExceeded)
    harness.turn(until: { client.responses().count == 1 })
    harness.bus.reply(BusReply(status: 200, body: Array("late".utf8)))
    client.send(Self.verify)
    harness.turn(until: { harness.bus.submitted.count == 2 })
    harness.bus.reply(BusReply(status: 200, body: Array("own".utf8)))
    harness.turn(until: { client.responses().count == 2 })
    #expect(client.responses().map(\.status) == [504, 200])
    #expect(client.responses()[1].body == "own")
  }

  @Test func `a stopping lane answers what it has and ends`() {
    let client = harness.connect(sending: Self.verify)
    harness.bus.reply(BusReply(status: 200))
    harness.signals.stop()
    harness.run()
    #expect(client.responses().map(\.status) == [200])
    #expect(client.responses()[0].headers["connection"] == "close")
    #expect(client.isEnded && harness.bus.isClosed)
  }

  @Test func `a stopping lane does not wait for ever for a worker`() {
    let client = harness.connect(sending: Self.verify)
    harness.signals.stop()
    harness.turn(until: { true })
    harness.time.advance(milliseconds: 6_000)
    harness.run()
    #expect(client.isEnded && client.received.isEmpty)
    #expect(harness.bus.abandoned.count == 1 && harness.bus.isClosed)
  }
}
