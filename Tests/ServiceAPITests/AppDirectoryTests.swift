import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import ServiceAPI

@Suite struct `The apps in memory` {
  private let directory = AppDirectory()
  private let start = MonotonicTime(nanoseconds: 0)

  @Test func `nothing is current before a comparison, and only what came before one`() {
    #expect(!directory.isCurrent(since: start))
    directory.noteComparison(at: start + 10)
    #expect(directory.isCurrent(since: start + 10))
    #expect(!directory.isCurrent(since: start + 11))
  }

  @Test func `looks are fifty milliseconds apart, the first is due at once`() {
    #expect(directory.nextLook <= start)
    directory.noteLook(at: start + 10)
    #expect(directory.nextLook == start + 60)
  }

  @Test func `a revision that is held, or an earlier one, is no news`() {
    #expect(!directory.isHeld(0))
    directory.replace(with: AppCatalogue(revision: 5, apps: []))
    #expect(directory.isHeld(4) && directory.isHeld(5) && !directory.isHeld(6))
    directory.noteComparison(at: start)
    directory.forget()
    #expect(!directory.isHeld(5) && !directory.isCurrent(since: start))
  }
}

@Suite struct `Looks at the apps` {
  private let bench: WorkerBench
  private let session: StoreSession

  init() throws {
    bench = try WorkerBench()
    session = try bench.makeSession()
    session.tick()
  }

  @Test func `one look is for all that wait, and none is earlier than the last allows`() throws {
    var waiting = WaitingRequests()
    #expect(waiting.nextLook(session) == nil)
    #expect(waiting.takeDue(session).isEmpty)
    for _ in 0..<3 { waiting.add(.make("GET", "/")) }
    #expect(waiting.nextLook(session) == session.apps.nextLook)
    #expect(waiting.takeDue(session).isEmpty, "the tick has looked just now")
    bench.time.advance(milliseconds: 49)
    #expect(waiting.takeDue(session).isEmpty)
    bench.time.advance(milliseconds: 1)
    #expect(waiting.takeDue(session).count == 3)
    #expect(waiting.nextLook(session) == nil)
  }

  @Test func `where Redis does not know the revision PostgreSQL says it, and Redis is told`() throws
  {
    #expect(try bench.redisKeys("apps").count == 1)
    #expect(session.apps[bench.appID] != nil)
    let app = try bench.makeApp()
    try session.lookAtApps()
    #expect(session.apps[app] == nil, "Redis was not told")
    try session.compareApps(nil, readAfter: bench.time.monotonic())
    #expect(session.apps[app] != nil)
  }

  @Test func `a tick works once a second`() throws {
    let reads = try bench.redisReads()
    for _ in 0..<9 {
      bench.time.advance(milliseconds: 100)
      session.tick()
    }
    #expect(try bench.redisReads() == reads)
    bench.time.advance(milliseconds: 100)
    session.tick()
    #expect(try bench.redisReads() == reads + 1)
  }

  @Test func `the life of a token is the app's, or the default where it is not known`() throws {
    try bench.changeApp(bench.appID) { $0.settings.tokenTTLSeconds = 7 }
    try session.compareApps(nil, readAfter: bench.time.monotonic())
    #expect(session.tokenTTLSeconds(of: bench.appID) == 7)
    #expect(session.tokenTTLSeconds(of: AppID(rawValue: 1)) == 43_200)
  }
}

@Suite struct `Operators' keys in memory` {
  private let bench: WorkerBench
  private let session: StoreSession
  private let cache = OperatorKeyCache()

  init() throws {
    bench = try WorkerBench()
    session = try bench.makeSession()
  }

  private func answer(_ secret: OperatorSecret, arrival: Int64 = 0) -> String {
    let now = bench.time.monotonic()
    return switch cache.answer(for: secret, arrival: now + arrival, now: now) {
    case .key: "key"
    case .unknown: "unknown"
    case .notKnownYet: "ask"
    }
  }

  @Test func `a key is known for a second after it was asked for`() throws {
    let secret = try #require(OperatorSecret(text: try bench.makeOperatorKey()))
    #expect(answer(secret) == "ask")
    cache.ask(for: [secret], session)
    #expect(answer(secret) == "key")
    bench.time.advance(milliseconds: 999)
    #expect(answer(secret) == "key")
    bench.time.advance(milliseconds: 1)
    #expect(answer(secret) == "ask")
    #expect(answer(secret, arrival: -1000) == "key", "the request came before the look")
  }

  @Test func `an unknown key is known as such for its own look only`() throws {
    let invented = OperatorSecret.generate()
    cache.ask(for: [invented], session)
    #expect(answer(invented) == "unknown")
    cache.ask(for: [OperatorSecret.generate()], session)
    #expect(answer(invented) == "ask")
  }

  @Test func `without PostgreSQL known keys serve on and unknown ones stay open`() throws {
    let secret = try #require(OperatorSecret(text: try bench.makeOperatorKey()))
    let invented = OperatorSecret.generate()
    cache.ask(for: [secret], session)
    try bench.gate.shut()
    bench.time.advance(seconds: 2)
    cache.ask(for: [secret, invented], session)
    #expect(answer(secret) == "key")
    #expect(answer(invented) == "ask")
  }
}
