import Instants
import ServiceKit
import Testing
import Wire

@testable import MessageBus

/// What a direct client costs by itself: run with `COUNTERSIGN_BENCH=1` in a release build.
@Suite(.enabled(if: ProcessEnvironment.current()["COUNTERSIGN_BENCH"] == "1"))
struct `What a direct client costs` {
  @Test func `the state machine and the envelope of a request and its answer`() throws {
    let rounds = 200_000
    let time = SystemTimeSource()
    var session = DirectSession(
      at: time.monotonic(), inFlightCap: 256, jitter: Jitter(seed: 1))
    var actions: [DirectSession.Action] = []
    session.advance(to: time.monotonic(), into: &actions)
    session.received(
      .reply(ReplyHead(id: [], status: 200, headers: [])), about: 1, body: { [] },
      at: time.monotonic(), into: &actions)
    let names = DirectRequestNames(prefix: 7)
    let encoder = EnvelopeEncoder()
    let decoder = EnvelopeDecoder()
    let start = time.monotonic()
    for _ in 0..<rounds {
      actions.removeAll(keepingCapacity: true)
      let now = BusTime(time)
      guard case .sent(let number) = session.submit(timeoutMilliseconds: 5000, at: now.monotonic)
      else { Issue.record(); return }
      let head = RequestHead(
        id: names.bytes(of: number), method: "POST", target: DirectCall.introspectTarget,
        headers: [], clientAddress: "", deadlineUnixMilliseconds: 1, traceID: "")
      try encoder.encode(.request(head))
      let reply = ReplyHead(
        id: names.bytes(of: number), status: 200,
        headers: [HeaderField("content-type", "application/json")])
      try encoder.encode(.reply(reply))
      let envelope = try encoder.withBytes { bytes throws(WireError) in
        try decoder.decode(bytes)
      }
      session.received(
        envelope, about: number, body: { [] }, at: now.monotonic, into: &actions)
    }
    let milliseconds = time.monotonic().milliseconds(since: start)
    print("direct client: \(rounds) rounds in \(milliseconds) ms")
  }
}
