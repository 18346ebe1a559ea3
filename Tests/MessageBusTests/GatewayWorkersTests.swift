import Testing
import Wire

@testable import MessageBus

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
