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

  @Test func `never go to one that is silent just as long, and none is lost`() {
    var bench = RouterBench()
    for lane in 1...8 { bench.join(lane, instance: "stopped\(lane)") }
    for number in 1...8 { bench.submit(Fixtures.request(number)) }
    bench.advance(to: 2000)
    for lane in 9...16 { bench.join(lane, instance: "sound\(lane)") }
    _ = bench.taken()
    bench.advance(to: 3000)
    let forwards = bench.forwards()
    #expect(forwards.count == 8 && Set(forwards) == Set((9...16).map { RouterBench.peer($0) }))
    bench.advance(to: 4900)
    #expect(bench.counts().lost == 0 && bench.counts().rerouted == 8)
  }

  @Test func `go to another process although the lane beside has less to do`() {
    var bench = RouterBench()
    bench.join(1, instance: "stopped.0")
    bench.submit(Fixtures.request(1))
    bench.join(3, instance: "sound.0")
    bench.submit(Fixtures.request(2))
    bench.submit(Fixtures.request(3))
    bench.now = Fixtures.time(900)
    bench.join(2, instance: "stopped.1")
    bench.receive(Fixtures.heartbeat(), from: 3)
    _ = bench.taken()
    bench.advance(to: 3000)
    #expect(Set(bench.forwards()) == [RouterBench.peer(3)])
    #expect(bench.inFlight(2) == 0)
  }

  @Test func `go to a lane of the same process where there is no other`() {
    var bench = RouterBench()
    bench.join(1, instance: "one.0")
    bench.submit(Fixtures.request(1))
    bench.join(2, instance: "one.1")
    _ = bench.taken()
    bench.workerWent(1)
    #expect(bench.forwards() == [RouterBench.peer(2)])
  }

  @Test func `that cannot be sent go to another process, too`() {
    var bench = RouterBench()
    bench.join(1, instance: "dead.0")
    bench.submit(Fixtures.request(1))
    bench.join(2, instance: "dead.1")
    bench.join(3, instance: "sound.0")
    _ = bench.taken()
    bench.forwardFailed(1, to: 1, .unreachable)
    #expect(bench.forwards() == [RouterBench.peer(3)])
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
