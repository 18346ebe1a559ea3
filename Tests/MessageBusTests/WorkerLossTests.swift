import Testing

@testable import MessageBus

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
