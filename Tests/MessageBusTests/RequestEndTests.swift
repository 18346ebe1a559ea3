import Licensing
import Testing
import Wire

@testable import MessageBus

@Suite struct `What becomes of a request` {
  @Test func `is its worker's answer, once`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    #expect(bench.taken() == [.forward(Fixtures.request(1), to: RouterBench.peer(1))])
    bench.receive(Fixtures.reply(1, status: 201), from: 1, body: [5])
    #expect(bench.told() == [.reply(Fixtures.id(1), BusReply(status: 201, body: [5]))])
    bench.receive(Fixtures.reply(1), from: 1)
    #expect(bench.told().isEmpty)
    #expect(bench.counts().droppedReplies == 1 && bench.inFlight(1) == 0)
  }

  @Test func `is not the answer of a worker that it was not sent to`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    bench.join(2)
    bench.receive(Fixtures.reply(1), from: 2)
    #expect(bench.told().isEmpty)
    #expect(bench.counts().droppedReplies == 1 && bench.counts().inFlight == 1)
  }

  @Test func `is its deadline, to the millisecond, and a late answer is dropped`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1, deadline: 700))
    #expect(bench.router.nextWake == Fixtures.monotonic(700))
    bench.advance(to: 699)
    #expect(bench.told().isEmpty)
    bench.advance(to: 700)
    #expect(bench.told() == [.failed(Fixtures.id(1), reason: .deadlineExceeded)])
    bench.submit(Fixtures.request(2))
    _ = bench.taken()
    bench.receive(Fixtures.reply(1), from: 1)
    bench.receive(Fixtures.reply(2, status: 204), from: 1)
    #expect(bench.told() == [.reply(Fixtures.id(2), BusReply(status: 204))])
  }

  @Test func `is the worker's no`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    bench.submit(Fixtures.request(2))
    _ = bench.taken()
    let reject = Reject(
      id: Fixtures.id(1).bytes, code: .tooMany, retryAfterMilliseconds: 1000)
    bench.receive(.reject(reject), from: 1)
    let reason = GatewayEvent.FailureReason.rejected(code: .tooMany, retryAfterMs: 1000)
    #expect(bench.told() == [.failed(Fixtures.id(1), reason: reason)])
    bench.receive(.reject(Reject(id: Fixtures.id(2).bytes, code: .tooLate)), from: 1)
    #expect(bench.told() == [.failed(Fixtures.id(2), reason: .deadlineExceeded)])
    #expect(bench.counts().refused == 1 && bench.counts().expired == 1)
    #expect(bench.counts().inFlight == 0 && bench.inFlight(1) == 0)
  }

  @Test func `is nothing to a client that left`() {
    var bench = RouterBench()
    bench.join(1)
    for number in 1...3 {
      bench.submit(Fixtures.request(number, deadline: 500))
      bench.router.abandon(Fixtures.id(number))
    }
    _ = bench.taken()
    bench.receive(Fixtures.reply(1), from: 1)
    bench.advance(to: 500)
    bench.submit(Fixtures.request(4))
    bench.router.abandon(Fixtures.id(4))
    bench.join(2)
    bench.workerWent(1)
    #expect(bench.told().isEmpty && bench.forwards().isEmpty)
    let counts = bench.counts()
    #expect(counts.answered == 1 && counts.expired == 2 && counts.lost == 1)
    #expect(counts.inFlight == 0 && bench.router.requests.isEmpty)
  }

  @Test func `balances after a long random life`() {
    var generator = SplitMix(state: 42)
    var bench = RouterBench(cap: 40)
    var clock: Int64 = 0
    var ends: [RequestID: Int] = [:]
    var sent: Set<RequestID> = []
    var number = 0
    for _ in 0..<20_000 {
      let peer = Int.random(in: 1...5, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...3:
        number += 1
        let request = Fixtures.request(
          number, deadline: clock + .random(in: 1...900, using: &generator))
        if bench.submit(request) == nil { sent.insert(request.id) }
      case 4...6:
        let mine = bench.router.requests.values.filter { $0.worker == RouterBench.peer(peer) }
        guard let one = mine.min(by: { $0.order < $1.order }) else { continue }
        let reply = Envelope.reply(ReplyHead(id: one.request.id.bytes, status: 200, headers: []))
        bench.receive(reply, from: peer)
      case 7:
        let ready = Ready(service: "verification", instance: "i\(peer)", capacity: 12)
        bench.receive(.ready(ready), from: peer)
        bench.receive(Fixtures.heartbeat(), from: peer)
      case 8:
        clock += .random(in: 0...40, using: &generator)
        bench.advance(to: clock)
      default:
        if Bool.random(using: &generator) { bench.workerWent(peer) }
      }
      for case .tell(let event) in bench.taken() { ends[event.id, default: 0] += 1 }
      for worker in bench.router.workers {
        let owed = bench.router.requests.values.count { $0.worker == worker.key }
        #expect(worker.value.inFlight == owed)
      }
    }
    for peer in 1...5 { bench.workerWent(peer) }
    for case .tell(let event) in bench.taken() { ends[event.id, default: 0] += 1 }
    let counts = bench.counts()
    #expect(counts.sent == UInt64(sent.count))
    #expect(counts.sent == counts.answered + counts.refused + counts.expired + counts.lost)
    #expect(Set(ends.keys) == sent && ends.values.allSatisfy { $0 == 1 })
    #expect(bench.router.services[0].waiting == 0 && counts.rerouted > 0 && counts.lost > 0)
  }
}

extension GatewayEvent {
  fileprivate var id: RequestID {
    switch self {
    case .reply(let id, _), .failed(let id, _): id
    }
  }
}
