import Instants
import Licensing
import Testing
import Wire

@testable import MessageBus

@Suite struct `A gateway's choice of worker` {
  @Test func `needs a worker of that service that said it can work`() {
    var bench = RouterBench()
    #expect(bench.submit(Fixtures.request(1)) == .noWorker)
    bench.join(1, service: "renewal")
    #expect(bench.submit(Fixtures.request(1)) == .noWorker)
    bench.receive(.ready(Ready(service: "verification", instance: "a", capacity: 1)), from: 2)
    #expect(bench.submit(Fixtures.request(1)) == .noWorker)
    bench.receive(Fixtures.heartbeat(), from: 2)
    #expect(bench.submit(Fixtures.request(1)) == nil)
    #expect(bench.counts().turnedAway == 3 && bench.counts().sent == 1)
  }

  @Test func `of a service that nobody configured is none`() {
    var bench = RouterBench()
    #expect(bench.submit(Fixtures.request(1, service: "other")) == .noWorker)
  }

  @Test func `falls on the one with the fewest requests in flight`() {
    var bench = RouterBench()
    for peer in 1...3 { bench.join(peer) }
    for number in 1...6 { bench.submit(Fixtures.request(number)) }
    #expect((1...3).map { bench.inFlight($0) } == [2, 2, 2])
    let second = bench.router.requests.values.first { $0.worker == RouterBench.peer(2) }!
    let number = Int(second.request.id.bytes[15])
    bench.receive(Fixtures.reply(number), from: 2)
    _ = bench.taken()
    bench.submit(Fixtures.request(7))
    #expect(bench.forwards() == [RouterBench.peer(2)])
  }

  @Test func `lets equals take turns`() {
    var bench = RouterBench()
    for peer in 1...2 { bench.join(peer) }
    var seen: Set<PeerID> = []
    for number in 1...2 {
      bench.submit(Fixtures.request(number))
      let worker = bench.router.requests[Fixtures.id(number)]!.worker
      seen.insert(worker)
      bench.router.received(
        Fixtures.reply(number), body: [], from: worker, at: bench.now, into: &bench.scratch)
    }
    #expect(seen.count == 2)
  }

  @Test func `passes over workers that are not able, drain or have no room`() {
    var bench = RouterBench()
    bench.join(1)
    bench.join(2)
    bench.join(3, capacity: 1)
    bench.receive(Fixtures.heartbeat(isAble: false), from: 1)
    bench.receive(.drain, from: 2)
    #expect(bench.taken() == [.send(RouterBench.peer(2), .drain)])
    #expect(bench.router.ableWorkers("verification") == 1)
    #expect(bench.submit(Fixtures.request(1)) == nil)
    #expect(bench.submit(Fixtures.request(2)) == .full)
    bench.receive(Fixtures.heartbeat(), from: 1)
    #expect(bench.submit(Fixtures.request(3)) == nil)
    #expect(bench.router.requests[Fixtures.id(3)]?.worker == RouterBench.peer(1))
  }

  @Test func `is none above the service's cap, at once`() {
    var bench = RouterBench(cap: 2)
    bench.join(1)
    bench.join(2, service: "renewal")
    bench.submit(Fixtures.request(1))
    bench.submit(Fixtures.request(2))
    #expect(bench.submit(Fixtures.request(3)) == .full)
    #expect(bench.submit(Fixtures.request(4, service: "renewal")) == nil)
    bench.receive(Fixtures.reply(1), from: 1)
    #expect(bench.submit(Fixtures.request(5)) == nil)
  }

  @Test func `finds a stalled worker unattractive for as long as it owes answers`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1, deadline: 100))
    bench.submit(Fixtures.request(2, deadline: 100))
    bench.advance(to: 100)
    #expect(bench.counts().expired == 2)
    #expect(bench.inFlight(1) == 2)
    bench.join(2)
    for number in 3...4 { bench.submit(Fixtures.request(number)) }
    #expect(bench.inFlight(1) == 2 && bench.inFlight(2) == 2)
    bench.receive(Fixtures.reply(1), from: 1)
    #expect(bench.inFlight(1) == 1)
    #expect(bench.counts().droppedReplies == 1 && bench.counts().answered == 0)
  }
}

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

@Suite struct `When a worker goes, its requests` {
  @Test func `are sent once more to another, in their order`() {
    var bench = RouterBench()
    bench.join(1)
    for number in 1...3 { bench.submit(Fixtures.request(number)) }
    bench.join(2)
    bench.workerWent(1)
    #expect(
      bench.taken() == (1...3).map { .forward(Fixtures.request($0), to: RouterBench.peer(2)) })
    bench.receive(Fixtures.reply(2), from: 2)
    #expect(bench.told() == [.reply(Fixtures.id(2), BusReply(status: 200))])
    #expect(bench.counts().rerouted == 3 && bench.counts().sent == 3)
  }

  @Test func `are lost the second time`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    bench.join(2)
    bench.workerWent(1)
    bench.join(3)
    bench.workerWent(2)
    #expect(bench.told() == [.failed(Fixtures.id(1), reason: .unavailable)])
    #expect(bench.counts().lost == 1 && bench.counts().inFlight == 0)
  }

  @Test func `are lost when there is no other`() {
    var bench = RouterBench()
    bench.join(1)
    bench.join(2, service: "renewal")
    bench.submit(Fixtures.request(1))
    _ = bench.taken()
    bench.workerWent(1)
    #expect(bench.told() == [.failed(Fixtures.id(1), reason: .unavailable)])
  }

  @Test func `are late when their deadline has passed`() {
    var bench = RouterBench()
    bench.join(1)
    bench.join(2)
    bench.submit(Fixtures.request(1, deadline: 10))
    let worker = bench.router.requests[Fixtures.id(1)]!.worker
    bench.now = Fixtures.time(10)
    _ = bench.taken()
    bench.router.workerWent(worker, at: bench.now, into: &bench.scratch)
    #expect(bench.scratch == [.tell(.failed(Fixtures.id(1), reason: .deadlineExceeded))])
    #expect(bench.router.requests.isEmpty && bench.counts().expired == 1)
  }

  @Test func `go elsewhere when it turns out to be unreachable`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    bench.join(2, capacity: 1)
    bench.submit(Fixtures.request(2))
    bench.receive(Fixtures.reply(2), from: 2)
    bench.submit(Fixtures.request(3))
    _ = bench.taken()
    // Request 3 went to worker 2, which is gone; 1 has room.
    bench.forwardFailed(3, to: 2, .unreachable)
    #expect(bench.taken() == [.forward(Fixtures.request(3), to: RouterBench.peer(1))])
    #expect(bench.inFlight(1) == 2 && bench.inFlight(2) == nil)
    #expect(bench.counts().sent == 3)
  }

  @Test func `are turned away when they were never sent`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    _ = bench.taken()
    bench.forwardFailed(1, to: 1, .unreachable)
    #expect(bench.taken() == [.turnAway(Fixtures.id(1), .noWorker)])
    #expect(bench.counts().sent == 0 && bench.counts().turnedAway == 1)
    #expect(bench.router.services[0].waiting == 0)
  }
}

@Suite struct `A worker whose queue is full` {
  @Test func `is passed over for a while or until it is heard of`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    _ = bench.taken()
    bench.forwardFailed(1, to: 1, .full)
    #expect(bench.taken() == [.turnAway(Fixtures.id(1), .noWorker)])
    #expect(bench.submit(Fixtures.request(2)) == .noWorker)
    bench.advance(to: 100)
    #expect(bench.submit(Fixtures.request(3)) == nil)
    bench.forwardFailed(3, to: 1, .full)
    bench.receive(Fixtures.heartbeat(), from: 1)
    #expect(bench.submit(Fixtures.request(4)) == nil)
    #expect(bench.inFlight(1) == 1)
  }

  @Test func `is no reason to try elsewhere with what no message can carry`() {
    var bench = RouterBench()
    bench.join(1)
    bench.join(2)
    bench.submit(Fixtures.request(1))
    let worker = bench.router.requests[Fixtures.id(1)]!.worker
    _ = bench.taken()
    bench.router.forwardFailed(
      Fixtures.id(1), to: worker, .tooLarge, at: bench.now, into: &bench.scratch)
    #expect(bench.scratch == [.turnAway(Fixtures.id(1), .tooLarge)])
  }
}

@Suite struct `A gateway's workers` {
  @Test func `hear from it when they announce themselves and once a second`() {
    var bench = RouterBench()
    bench.receive(.ready(Ready(service: "renewal", instance: "a", capacity: 1)), from: 1)
    let clock = UInt64(Fixtures.wallStart)
    #expect(bench.taken() == [.send(RouterBench.peer(1), Fixtures.heartbeat(clock: clock))])
    bench.advance(to: 999)
    #expect(bench.taken().isEmpty)
    bench.advance(to: 1000)
    #expect(bench.taken() == [.send(RouterBench.peer(1), Fixtures.heartbeat(clock: clock + 1000))])
    #expect(bench.router.nextWake == Fixtures.monotonic(2000))
  }

  @Test func `are gone after three seconds of silence and no earlier`() {
    var bench = RouterBench()
    bench.join(1)
    bench.advance(to: 2999)
    #expect(bench.router.ableWorkers("verification") == 1)
    bench.receive(Fixtures.reply(9), from: 1)
    bench.advance(to: 5998)
    #expect(bench.router.ableWorkers("verification") == 1)
    bench.advance(to: 5999)
    #expect(bench.router.workers.isEmpty)
  }

  @Test(arguments: [
    Fixtures.heartbeat(), Fixtures.reply(1), .drain,
  ])
  func `must announce themselves before anything else`(envelope: Envelope) {
    var bench = RouterBench()
    bench.receive(envelope, from: 7)
    #expect(
      bench.taken() == [.send(RouterBench.peer(7), .reject(Reject(code: .sayReady)))])
    #expect(bench.router.workers.isEmpty)
  }

  @Test func `are not answered a refusal with a refusal`() {
    var bench = RouterBench()
    bench.receive(.reject(Reject(code: .sayReady)), from: 7)
    #expect(bench.taken().isEmpty)
  }

  @Test func `of a service that it does not route are refused`() {
    var bench = RouterBench()
    bench.receive(.ready(Ready(service: "mining", instance: "a", capacity: 1)), from: 1)
    #expect(
      bench.taken() == [.send(RouterBench.peer(1), .reject(Reject(code: .serviceUnknown)))])
  }

  @Test func `that announce themselves again keep their requests`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    bench.join(1)
    #expect(bench.inFlight(1) == 1 && bench.router.services[0].workers.count == 1)
  }

  @Test func `that come back over a new connection get their requests anew`() {
    var bench = RouterBench()
    bench.join(1, instance: "a")
    bench.submit(Fixtures.request(1))
    bench.join(3, instance: "b")
    _ = bench.taken()
    bench.receive(.ready(Ready(service: "verification", instance: "a", capacity: 1)), from: 2)
    #expect(bench.forwards() == [RouterBench.peer(3)])
    #expect(bench.router.workers[RouterBench.peer(1)] == nil)
    #expect(bench.router.services[0].workers.count == 2)
  }

  @Test func `cannot be more than it has room for`() {
    var bench = RouterBench()
    for peer in 1...BusRules.workers { bench.join(peer) }
    bench.receive(.ready(Ready(service: "renewal", instance: "x", capacity: 1)), from: 5000)
    let reject = Reject(code: .tooMany, retryAfterMilliseconds: 1000)
    #expect(bench.taken() == [.send(RouterBench.peer(5000), .reject(reject))])
  }

  @Test func `that drain answer what they have`() {
    var bench = RouterBench()
    bench.join(1)
    bench.submit(Fixtures.request(1))
    bench.receive(.drain, from: 1)
    #expect(bench.submit(Fixtures.request(2)) == .noWorker)
    _ = bench.taken()
    bench.receive(Fixtures.reply(1), from: 1)
    #expect(bench.told().count == 1)
  }

  @Test func `of an old version are told so, others that make no sense are counted`() {
    var bench = RouterBench()
    let peer = RouterBench.peer(1)
    bench.router.receivedMalformed(.versionTooOld, from: peer, into: &bench.scratch)
    #expect(bench.scratch == [.send(peer, .reject(Reject(code: .versionTooOld)))])
    bench.router.receivedMalformed(.malformed, from: peer, into: &bench.scratch)
    bench.join(1)
    bench.receive(.request(Fixtures.request(1).head), from: 1)
    #expect(bench.router.malformedMessages == 3 && bench.scratch.count == 1)
  }
}

@Suite struct `The id of a connection` {
  @Test func `is one that the router made`() {
    let bytes: [UInt8] = [0, 1, 2, 3, 255]
    #expect(PeerID(bytes.span.bytes)?.bytes == bytes)
    for other in [[], [0], [1, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]] as [[UInt8]] {
      #expect(PeerID(other.span.bytes) == nil)
    }
  }
}

extension GatewayEvent {
  fileprivate var id: RequestID {
    switch self {
    case .reply(let id, _), .failed(let id, _): id
    }
  }
}
