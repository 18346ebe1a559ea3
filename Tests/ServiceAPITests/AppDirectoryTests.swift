import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import ServiceAPI

@Suite struct `The apps in memory` {
  private let start = MonotonicTime(nanoseconds: 0)

  @Test func `nothing is current before a comparison, and only what came before one`() {
    var apps = AppSnapshot()
    #expect(!apps.isCurrent(since: start))
    apps.noteComparison(at: start + 10)
    #expect(apps.isCurrent(since: start + 10))
    #expect(!apps.isCurrent(since: start + 11))
  }

  @Test func `a comparison that began earlier than the last takes nothing back`() {
    var apps = AppSnapshot()
    apps.noteComparison(at: start + 10)
    apps.noteComparison(at: start + 5)
    #expect(apps.isCurrent(since: start + 10))
  }

  @Test func `looks are fifty milliseconds apart, the first is due at once`() {
    var pace = LookPace()
    #expect(pace.nextLook <= start)
    pace.noteLook(at: start + 10)
    #expect(pace.nextLook == start + 60)
  }

  @Test func `a revision that is held, or an earlier one, is no news`() {
    var apps = AppSnapshot()
    #expect(!apps.isHeld(0))
    apps.replace(with: AppCatalogue(revision: 5, apps: []))
    #expect(apps.isHeld(4) && apps.isHeld(5) && !apps.isHeld(6))
    apps.noteComparison(at: start)
    apps.forget()
    #expect(!apps.isHeld(5) && !apps.isCurrent(since: start))
  }

  @Test func `what was forgotten serves on, and is read anew in whole`() {
    let apps = AppSamples.snapshot(revision: 5)
    #expect(apps.reusable.revision == 5)
    var forgotten = apps
    forgotten.forget()
    #expect(forgotten[AppSamples.id] != nil)
    #expect(forgotten.reusable.apps.isEmpty)
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
    #expect(waiting.nextLook(session) == session.nextLook)
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

  @Test func `within three seconds of a new epoch PostgreSQL says the revision`() throws {
    _ = try bench.redis.run("flushall")
    // One look finds the mark gone, the next one tells the new Redis what is current.
    try? session.lookAtApps()
    session.keepEpoch()
    try session.lookAtApps()
    let told = try bench.makeApp()
    try session.lookAtApps()
    #expect(session.apps[told] != nil, "told to the epoch before alone")
    try bench.ageEpoch()
    session.keepEpoch()
    let untold = try bench.makeApp()
    try session.lookAtApps()
    #expect(session.apps[untold] == nil, "Redis' word counts again")
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

  @Test func `what one lane has read the next one has without PostgreSQL`() throws {
    let directory = AppDirectory(time: bench.time, log: bench.log)
    let lanes = [try bench.makeSession(directory), try bench.makeSession(directory)]
    for lane in lanes { lane.tick() }
    let app = try bench.makeApp()
    try lanes[0].compareApps(nil, readAfter: bench.time.monotonic())
    #expect(lanes[0].apps[app] != nil && lanes[1].apps[app] == nil)
    try bench.gate.shut()
    try lanes[1].lookAtApps()
    #expect(lanes[1].apps[app] != nil)
  }

  @Test func `what one lane has read the next one has with its tick`() throws {
    let directory = AppDirectory(time: bench.time, log: bench.log)
    let lanes = [try bench.makeSession(directory), try bench.makeSession(directory)]
    for lane in lanes { lane.tick() }
    let app = try bench.makeApp()
    try lanes[0].compareApps(nil, readAfter: bench.time.monotonic())
    lanes[1].tick()
    #expect(lanes[1].apps[app] != nil)
  }

  @Test func `who waits is answered without a look where another lane has looked since`() throws {
    let directory = AppDirectory(time: bench.time, log: bench.log)
    let lanes = [try bench.makeSession(directory), try bench.makeSession(directory)]
    for lane in lanes { lane.tick() }
    let early = BusRequest.make("GET", "/", receivedAt: bench.time.monotonic())
    bench.time.advance(milliseconds: 10)
    try lanes[0].lookAtApps()
    let reads = try bench.redisReads()
    try lanes[1].lookAtApps(for: [early])
    #expect(try bench.redisReads() == reads)
    bench.time.advance(milliseconds: 1)
    let late = BusRequest.make("GET", "/", receivedAt: bench.time.monotonic())
    try lanes[1].lookAtApps(for: [early, late])
    #expect(try bench.redisReads() == reads + 1)
  }

  @Test func `a new epoch has all apps read anew, once, whichever lane hears of it first`() throws {
    let directory = AppDirectory(time: bench.time, log: bench.log)
    let lanes = [try bench.makeSession(directory), try bench.makeSession(directory)]
    for lane in lanes { lane.tick() }
    try bench.database.run("UPDATE apps SET name = 'restored'")
    try bench.database.run("UPDATE redis_epoch SET epoch = epoch + 1, changed_at = now()")
    bench.time.advance(seconds: 1)
    lanes[0].tick()
    #expect(lanes[0].apps[bench.appID]?.app.name == "restored")
    try bench.database.run("UPDATE apps SET name = 'later'")
    lanes[1].tick()
    #expect(lanes[1].apps[bench.appID]?.app.name == "restored", "the second lane has read again")
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
