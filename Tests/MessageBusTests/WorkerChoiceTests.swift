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
