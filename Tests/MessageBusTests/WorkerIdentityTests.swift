import Testing
import Wire
import ZeroMQ

@testable import MessageBus

@Suite struct `A gateway that knows its workers by their keys` {
  let key: CurvePublicKey
  let other: CurvePublicKey

  init() throws {
    key = try CurveKeyPair.generate().publicKey
    other = try CurveKeyPair.generate().publicKey
  }

  private func peer(_ services: Set<String> = ["verification"], cap: Int? = nil) -> AllowList.Peer {
    AllowList.Peer(name: "w", announces: services, inFlightCap: cap)
  }

  private func identity(_ key: CurvePublicKey, _ peer: AllowList.Peer?) -> WorkerIdentity {
    WorkerIdentity(key: key, peer: peer)
  }

  private func ready(_ service: String = "verification", _ instance: String = "a") -> Envelope {
    .ready(Ready(service: service, instance: instance, capacity: 10))
  }

  private let notAllowed = Envelope.reject(Reject(code: .notAllowed))

  @Test func `takes an announcement of what the line names only`() {
    var bench = RouterBench()
    let worker = identity(key, peer(["renewal"]))
    bench.receive(ready(), from: 1, by: worker)
    #expect(
      bench.taken() == [
        .send(RouterBench.peer(1), notAllowed), .name(worker, service: "verification"),
      ])
    bench.receive(ready(), from: 1, by: worker)
    #expect(bench.taken() == [.send(RouterBench.peer(1), notAllowed)])
    #expect(bench.router.refusedAnnouncements == 2 && bench.router.workers.isEmpty)
    bench.join(1, service: "renewal", by: worker)
    #expect(bench.router.ableWorkers("renewal") == 1)
  }

  @Test func `takes none of who proved nothing`() {
    var bench = RouterBench()
    bench.receive(ready(), from: 1, by: WorkerIdentity(key: nil, peer: nil))
    #expect(bench.taken() == [.send(RouterBench.peer(1), notAllowed)])
    #expect(bench.router.workers.isEmpty)
  }

  @Test func `lets go of a worker that announces something else afterwards`() {
    var bench = RouterBench()
    bench.join(1, by: identity(key, peer()))
    bench.join(2, by: identity(other, peer()))
    bench.submit(Fixtures.request(1))
    let first = bench.forwards()[0]
    let number = first == RouterBench.peer(1) ? 1 : 2
    let worker = number == 1 ? identity(key, peer()) : identity(other, peer())
    bench.receive(ready("renewal"), from: number, by: worker)
    #expect(bench.forwards() == [RouterBench.peer(3 - number)])
    #expect(bench.router.workers.count == 1)
  }

  @Test func `names no more strangers than it remembers, and begins anew with a new list`() throws {
    var bench = RouterBench()
    for _ in 0..<CurveRules.namedStrangers + 10 {
      let stranger = try CurveKeyPair.generate().publicKey
      bench.receive(ready(), from: 1, by: identity(stranger, nil))
    }
    func named(_ actions: [GatewayRouter.Action]) -> Int {
      actions.count { if case .name = $0 { true } else { false } }
    }
    #expect(named(bench.taken()) == CurveRules.namedStrangers)
    bench.heed { _ in nil }
    bench.receive(ready(), from: 1, by: identity(key, nil))
    #expect(named(bench.taken()) == 1)
  }

  @Test func `gives a worker no more than its line says, whatever it announces`() {
    var bench = RouterBench()
    bench.join(1, capacity: .max, by: identity(key, peer(cap: 2)))
    for number in 1...2 { #expect(bench.submit(Fixtures.request(number)) == nil) }
    #expect(bench.submit(Fixtures.request(3)) == .full)
    bench.heed { _ in peer(cap: 3) }
    #expect(bench.submit(Fixtures.request(4)) == nil)
    #expect(bench.submit(Fixtures.request(5)) == .full)
  }

  @Test func `lets go of who is taken off the list, and of who may announce less`() {
    var bench = RouterBench()
    bench.join(1, by: identity(key, peer()))
    bench.join(2, by: identity(other, peer()))
    bench.join(3)
    bench.heed { $0 == key ? nil : peer(["renewal"]) }
    #expect(Set(bench.router.workers.keys) == [RouterBench.peer(3)])
    let refusals = bench.taken().filter {
      if case .send(_, let envelope) = $0 { envelope == notAllowed } else { false }
    }
    #expect(refusals.count == 2)
  }

  /// The turn that `nextWake` calls for looks at the list first; the list is read in between.
  @Test func `has seen a new list after two seconds`() {
    var bench = RouterBench()
    bench.join(1, by: identity(key, peer()))
    for _ in 0..<5 {
      let wait = bench.router.nextWake.milliseconds(since: bench.now.monotonic)
      #expect(wait + CurveRules.listMilliseconds <= 2000)
      bench.advance(to: bench.now.monotonic.milliseconds(since: Fixtures.monotonic(0)) + wait)
      bench.receive(Fixtures.heartbeat(), from: 1)
    }
  }

  @Test func `gives requests of a key that is taken off to no other lane of that key`() {
    var bench = RouterBench()
    for lane in 1...4 { bench.join(lane, instance: "w\(lane)", by: identity(key, peer())) }
    for number in 1...4 { bench.submit(Fixtures.request(number)) }
    bench.join(5, by: identity(other, peer()))
    _ = bench.taken()
    bench.heed { $0 == key ? nil : peer() }
    #expect(bench.forwards() == Array(repeating: RouterBench.peer(5), count: 4))
    bench.heed { _ in nil }
    #expect(bench.told().count == 4, "lost, since nobody is left")
  }

  @Test func `lets one key make only so many connections`() {
    var bench = RouterBench()
    for number in 1...CurveRules.workersOfOneKey {
      bench.join(number, by: identity(key, peer()))
    }
    bench.receive(ready("verification", "more"), from: 1000, by: identity(key, peer()))
    #expect(bench.router.workers[RouterBench.peer(1000)] == nil)
    bench.join(1001, by: identity(other, peer()))
    #expect(bench.router.workers[RouterBench.peer(1001)] != nil)
  }

  @Test func `lets nobody drive out another by its name`() {
    var bench = RouterBench()
    bench.join(1, instance: "same", by: identity(key, peer()))
    bench.join(2, instance: "same", by: identity(other, peer()))
    #expect(bench.router.workers.count == 2)
    bench.join(3, instance: "same", by: identity(key, peer()))
    #expect(bench.router.workers[RouterBench.peer(1)] == nil)
    #expect(bench.router.workers.count == 2)
  }
}
