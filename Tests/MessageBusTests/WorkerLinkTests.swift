import Instants
import ServiceKit
import Testing
import Wire

@testable import MessageBus

/// A link with a clock that is moved by hand, whose actions are gathered.
private struct LinkBench {
  var link = WorkerLink(at: Fixtures.monotonic(0), jitter: Jitter(seed: 1))
  var now = Fixtures.time(0)
  private var actions: [WorkerLink.Action] = []

  mutating func taken() -> [WorkerLink.Action] {
    defer { actions = [] }
    return actions
  }

  @discardableResult
  mutating func advance(to milliseconds: Int64) -> [WorkerLink.Action] {
    now = Fixtures.time(milliseconds)
    link.advance(to: now.monotonic, into: &actions)
    return taken()
  }

  @discardableResult
  mutating func receive(_ envelope: Envelope) -> [WorkerLink.Action] {
    link.received(envelope, at: now, into: &actions)
    return taken()
  }

  /// Opens, announces and is heard of.
  mutating func connect() {
    advance(to: 0)
    receive(Fixtures.heartbeat(clock: UInt64(Fixtures.wallStart)))
  }

  mutating func leave() -> [WorkerLink.Action] {
    link.leave(into: &actions)
    return taken()
  }

  /// Moves the clock to each moment that the link asks for until it opens; returns that moment.
  mutating func reopening() -> Int64 {
    for _ in 0..<100 {
      let wake = link.nextWake.milliseconds(since: Fixtures.monotonic(0))
      if advance(to: wake).contains(.open) { return wake }
    }
    return -1
  }
}

@Suite struct `A worker's link to a gateway` {
  @Test func `opens, announces itself and says how it is, all at once`() {
    var bench = LinkBench()
    #expect(bench.advance(to: 0) == [.open, .send(.ready), .send(.heartbeat)])
    #expect(bench.link.isOpen && bench.link.nextWake == Fixtures.monotonic(1000))
  }

  @Test func `announces itself again and again until the socket takes it`() {
    var bench = LinkBench()
    bench.advance(to: 0)
    bench.link.sendFailed(.ready, at: bench.now.monotonic)
    #expect(bench.link.nextWake == Fixtures.monotonic(100))
    #expect(bench.advance(to: 99).isEmpty)
    #expect(bench.advance(to: 100) == [.send(.ready), .send(.heartbeat)])
  }

  @Test func `beats once a second, and at once when there is news`() {
    var bench = LinkBench()
    bench.connect()
    #expect(bench.advance(to: 999).isEmpty)
    #expect(bench.advance(to: 1000) == [.send(.heartbeat)])
    bench.link.hasNews(at: Fixtures.monotonic(1200))
    #expect(bench.advance(to: 1200) == [.send(.heartbeat)])
    #expect(bench.advance(to: 2100).isEmpty)
    #expect(bench.advance(to: 2200) == [.send(.heartbeat)])
  }

  @Test func `is gone after three seconds of silence and no earlier`() {
    var bench = LinkBench()
    bench.connect()
    bench.advance(to: 2000)
    bench.receive(Fixtures.heartbeat())
    #expect(!bench.advance(to: 4999).contains(.close(.silence)))
    #expect(bench.advance(to: 5000) == [.close(.silence)])
    #expect(!bench.link.isOpen)
  }

  @Test func `backs off from one second to thirty-two, with jitter`() {
    var bench = LinkBench()
    bench.advance(to: 0)
    var waits: [Int64] = []
    for _ in 0..<8 {
      let closing = bench.now.monotonic.milliseconds(since: Fixtures.monotonic(0)) + 3000
      #expect(bench.advance(to: closing) == [.close(.silence)])
      waits.append(bench.reopening() - closing)
    }
    for (wait, step) in zip(waits, [1, 2, 4, 8, 16, 32, 32, 32] as [Int64]) {
      #expect((step * 750...step * 1000).contains(wait))
    }
    #expect(Set(waits).count > 6)
  }

  @Test func `starts at one second again once a gateway was heard`() {
    var bench = LinkBench()
    bench.advance(to: 0)
    bench.advance(to: 3000)
    let opened = bench.reopening()
    bench.receive(Fixtures.heartbeat())
    bench.advance(to: opened + 3000)
    #expect(bench.reopening() - opened - 3000 <= 1000)
  }

  @Test func `announces itself when the gateway asks for it`() {
    var bench = LinkBench()
    bench.connect()
    let said = bench.receive(.reject(Reject(code: .sayReady)))
    #expect(said == [.send(.ready), .send(.heartbeat)])
  }

  @Test(arguments: [RejectCode.serviceUnknown, .notAllowed, .versionTooOld, .tooMany])
  func `that is not wanted backs off`(code: RejectCode) {
    var bench = LinkBench()
    bench.advance(to: 0)
    #expect(bench.receive(.reject(Reject(code: code))) == [.close(.rejected(code))])
    #expect(bench.reopening() >= 750)
  }

  @Test func `gives requests a deadline in its own clock`() {
    var bench = LinkBench()
    bench.advance(to: 0)
    // The gateway's clock is 7 seconds behind; the first heartbeat took 300 ms longer.
    let behind = UInt64(Fixtures.wallStart - 7000)
    bench.now = Fixtures.time(300)
    bench.receive(Fixtures.heartbeat(clock: behind))
    bench.now = Fixtures.time(1000)
    bench.receive(Fixtures.heartbeat(clock: behind + 1000))
    var head = Fixtures.request(1).head
    head.deadlineUnixMilliseconds = behind + 5000
    #expect(bench.receive(.request(head)) == [.take(head, deadline: Fixtures.monotonic(5000))])
  }

  @Test func `counts what a gateway has no reason to say`() {
    var bench = LinkBench()
    bench.connect()
    bench.receive(Fixtures.reply(1))
    bench.receive(.ready(Ready(service: "", instance: "", capacity: 0)))
    bench.receive(.reject(Reject(id: Fixtures.id(1).bytes, code: .tooMany)))
    #expect(bench.link.misplacedMessages == 3)
    #expect(bench.receive(.drain).isEmpty && !bench.link.isDrained)
  }

  @Test func `whose socket failed backs off`() {
    var bench = LinkBench()
    bench.connect()
    bench.link.socketFailed(at: bench.now.monotonic)
    #expect(!bench.link.isOpen)
    #expect(bench.reopening() >= 750)
  }
}

@Suite struct `A worker's link that drains` {
  @Test func `says so, takes what is on its way, and is drained by the echo`() {
    var bench = LinkBench()
    bench.connect()
    bench.link.beginDrain(at: Fixtures.monotonic(500))
    #expect(bench.link.nextWake <= Fixtures.monotonic(500))
    #expect(bench.advance(to: 500) == [.send(.drain)])
    let head = Fixtures.request(1).head
    #expect(bench.receive(.request(head)).count == 1)
    #expect(!bench.link.isDrained)
    bench.receive(.drain)
    #expect(bench.link.isDrained)
    #expect(bench.advance(to: 1000) == [.send(.heartbeat)])
    #expect(bench.leave() == [.close(.leaving)])
    #expect(bench.link.nextWake == .never)
  }

  @Test func `does not wait longer than three seconds for the echo`() {
    var bench = LinkBench()
    bench.connect()
    bench.link.beginDrain(at: bench.now.monotonic)
    bench.advance(to: 0)
    bench.advance(to: 2000)
    bench.receive(Fixtures.heartbeat())
    bench.advance(to: 2999)
    #expect(!bench.link.isDrained)
    bench.advance(to: 3000)
    #expect(bench.link.isDrained && bench.link.isOpen)
  }

  @Test(arguments: [WorkerLink.LinkMessage.drain, .heartbeat])
  func `is drained when there is no connection to say it over`(
    message: WorkerLink.LinkMessage
  ) {
    var bench = LinkBench()
    bench.connect()
    bench.link.beginDrain(at: bench.now.monotonic)
    #expect(bench.advance(to: 0) == [.send(.drain)])
    bench.link.sendFailed(message, at: bench.now.monotonic)
    #expect(bench.link.isDrained && bench.link.isOpen)
  }

  @Test func `is drained when the gateway is silent, gone or does not know it`() {
    var silent = LinkBench()
    silent.connect()
    silent.link.beginDrain(at: silent.now.monotonic)
    silent.advance(to: 3000)
    #expect(silent.link.isDrained && silent.link.nextWake == .never)

    var closed = LinkBench()
    closed.advance(to: 0)
    closed.advance(to: 3000)
    closed.link.beginDrain(at: closed.now.monotonic)
    #expect(closed.link.isDrained)

    var unknown = LinkBench()
    unknown.connect()
    unknown.link.beginDrain(at: unknown.now.monotonic)
    unknown.advance(to: 0)
    #expect(unknown.receive(.reject(Reject(code: .sayReady))).isEmpty)
    #expect(unknown.link.isDrained)

    var unannounced = LinkBench()
    unannounced.advance(to: 0)
    unannounced.link.sendFailed(.ready, at: unannounced.now.monotonic)
    unannounced.link.beginDrain(at: unannounced.now.monotonic)
    #expect(unannounced.link.isDrained && unannounced.advance(to: 500).isEmpty)
  }
}

@Suite struct `The difference of two clocks` {
  @Test func `is the smallest of the last heartbeats`() {
    var clock = ClockDifference()
    for late in [50, 3, 20] as [Int64] {
      clock.observe(peerClock: 1000, at: Fixtures.monotonic(1000 + 500 + late))
    }
    #expect(clock.milliseconds == 503)
    #expect(clock.monotonic(at: 2000, now: Fixtures.time(1700)) == Fixtures.monotonic(2503))
  }

  @Test func `is none before the first heartbeat: both clocks are taken to show the same`() {
    let instant = UInt64(Fixtures.wallStart + 900)
    let clock = ClockDifference()
    #expect(clock.monotonic(at: instant, now: Fixtures.time(100)) == Fixtures.monotonic(900))
  }

  @Test(arguments: [-3_600_000, 3_600_000] as [Int64])
  func `does not change when this host's clock is set`(step: Int64) {
    var clock = ClockDifference()
    clock.observe(peerClock: UInt64(Fixtures.wallStart), at: Fixtures.monotonic(0))
    let now = BusTime(
      wall: UnixMilliseconds(Fixtures.wallStart + step), monotonic: Fixtures.monotonic(10))
    let deadline = clock.monotonic(at: UInt64(Fixtures.wallStart + 5000), now: now)
    #expect(deadline == Fixtures.monotonic(5000))
  }

  @Test func `follows a clock that was set after eight heartbeats`() {
    var clock = ClockDifference()
    for _ in 0..<8 { clock.observe(peerClock: 100_000, at: Fixtures.monotonic(100_000)) }
    for _ in 0..<7 { clock.observe(peerClock: 40_000, at: Fixtures.monotonic(100_000)) }
    #expect(clock.milliseconds == 0)
    clock.observe(peerClock: 40_000, at: Fixtures.monotonic(100_000))
    #expect(clock.milliseconds == 60_000)
  }

  @Test func `does not overflow on absurd clocks`() {
    var clock = ClockDifference()
    let far = BusRules.farMilliseconds
    #expect(clock.monotonic(at: .max, now: Fixtures.time(0)) == Fixtures.monotonic(far))
    let early = BusTime(wall: UnixMilliseconds(-1000), monotonic: Fixtures.monotonic(0))
    #expect(clock.monotonic(at: .max, now: early) == Fixtures.monotonic(far))
    clock.observe(peerClock: .max, at: MonotonicTime(nanoseconds: 0))
    #expect(clock.monotonic(at: 0, now: Fixtures.time(1)) == Fixtures.monotonic(1 - far))
    clock.observe(peerClock: 0, at: MonotonicTime(nanoseconds: 0))
    #expect(clock.monotonic(at: .max, now: Fixtures.time(0)) == Fixtures.monotonic(0))
  }
}

@Suite struct `Requests in hand` {
  private let first = RequestsInHand.Origin.gateway(link: 0, generation: 1)
  private let second = RequestsInHand.Origin.gateway(link: 1, generation: 1)

  @Test func `are answered where they came from, once`() {
    var inHand = RequestsInHand(capacity: 2)
    #expect(inHand.take(Fixtures.id(1), from: first, at: Fixtures.monotonic(0)) == .taken)
    #expect(inHand.answer(Fixtures.id(1)) == first)
    #expect(inHand.answer(Fixtures.id(1)) == nil && inHand.isEmpty)
  }

  @Test func `that come again are done once and answered where they came from last`() {
    var inHand = RequestsInHand(capacity: 2)
    _ = inHand.take(Fixtures.id(1), from: first, at: Fixtures.monotonic(0))
    #expect(inHand.take(Fixtures.id(1), from: second, at: Fixtures.monotonic(5)) == .repeated)
    #expect(inHand.count == 1)
    #expect(inHand.answer(Fixtures.id(1)) == second)
  }

  @Test func `are never more than the capacity`() {
    var inHand = RequestsInHand(capacity: 2)
    for number in 1...2 {
      _ = inHand.take(Fixtures.id(number), from: first, at: Fixtures.monotonic(0))
    }
    #expect(inHand.take(Fixtures.id(3), from: first, at: Fixtures.monotonic(0)) == .tooMany)
    #expect(inHand.take(Fixtures.id(2), from: first, at: Fixtures.monotonic(0)) == .repeated)
    _ = inHand.answer(Fixtures.id(1))
    #expect(inHand.take(Fixtures.id(3), from: first, at: Fixtures.monotonic(0)) == .taken)
  }

  @Test func `look-ups of operator keys find room in a full lane`() {
    var inHand = RequestsInHand(capacity: 1)
    let peer = PeerID(number: 0)
    let check = RequestsInHand.Origin.direct(
      DirectOrigin(peer: peer, client: 0, requestID: [], purpose: .keyCheck(key: 1)))
    let verify = RequestsInHand.Origin.direct(
      DirectOrigin(peer: peer, client: 1, requestID: [], purpose: .verify))
    #expect(inHand.take(Fixtures.id(1), from: verify, at: Fixtures.monotonic(0)) == .taken)
    #expect(inHand.take(Fixtures.id(2), from: verify, at: Fixtures.monotonic(0)) == .tooMany)
    #expect(inHand.take(Fixtures.id(3), from: check, at: Fixtures.monotonic(0)) == .taken)
    #expect(inHand.answer(Fixtures.id(3)) == check)
  }

  @Test func `of direct clients and of gateways do not take each other's place`() {
    var inHand = RequestsInHand(capacity: 1)
    let verify = RequestsInHand.Origin.direct(
      DirectOrigin(peer: PeerID(number: 0), client: 1, requestID: [], purpose: .verify))
    #expect(inHand.take(Fixtures.id(1), from: verify, at: Fixtures.monotonic(0)) == .taken)
    #expect(inHand.take(Fixtures.id(2), from: first, at: Fixtures.monotonic(0)) == .taken)
    #expect(inHand.take(Fixtures.id(3), from: verify, at: Fixtures.monotonic(0)) == .tooMany)
    #expect(inHand.take(Fixtures.id(4), from: first, at: Fixtures.monotonic(0)) == .tooMany)
    #expect(inHand.answer(Fixtures.id(2)) == first)
    #expect(inHand.take(Fixtures.id(3), from: verify, at: Fixtures.monotonic(0)) == .tooMany)
    #expect(inHand.take(Fixtures.id(4), from: first, at: Fixtures.monotonic(0)) == .taken)
    #expect(inHand.answer(Fixtures.id(1)) == verify)
    #expect(inHand.take(Fixtures.id(3), from: verify, at: Fixtures.monotonic(0)) == .taken)
  }

  @Test func `know the age of the oldest`() {
    var inHand = RequestsInHand(capacity: 2)
    #expect(inHand.oldestMilliseconds(at: Fixtures.monotonic(9)) == 0)
    _ = inHand.take(Fixtures.id(1), from: first, at: Fixtures.monotonic(10))
    _ = inHand.take(Fixtures.id(2), from: first, at: Fixtures.monotonic(20))
    #expect(inHand.oldestMilliseconds(at: Fixtures.monotonic(50)) == 40)
  }
}
