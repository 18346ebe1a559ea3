import Testing

@testable import MessageBus

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
