import Instants
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import Verification

/// Apps live in memory; the revision tells when they are old.
@Suite final class `Apps that change while verification runs`: VerificationSuite {
  @Test func `changed settings are in the next verdict`() throws {
    let token = try bench.token(of: workers.makeLicense())
    _ = try bench.verify(token)
    try workers.changeApp(workers.appID) { $0.settings.offlineGraceSeconds = 7 }
    try bench.publishApps()
    let answer = try bench.verify(token)
    #expect(answer["settings"]?["offline_grace_seconds"]?.int64 == 7)
    let claims = try bench.claims(answer)
    #expect(claims["exp"]?.int64 == claims["iat"]?.int64.map { $0 + 7 })
  }

  @Test func `a change that Redis was not told of is noticed within a second without it`() throws {
    let token = try bench.token(of: workers.makeLicense())
    _ = try bench.verify(token)
    try workers.changeApp(workers.appID) { $0.settings.offlineGraceSeconds = 7 }
    workers.redis.stop()
    _ = try bench.verify(token)
    workers.time.advance(seconds: 1)
    #expect(try bench.verify(token)["settings"]?["offline_grace_seconds"]?.int64 == 7)
  }

  @Test func `a new app's first call waits for one look and succeeds`() throws {
    _ = bench.lane.tick()
    let app = try workers.makeApp()
    try bench.publishApps()
    workers.time.advance(milliseconds: 10)
    let request = config(try workers.signer(of: app))
    #expect(bench.lane.handle([request]).isEmpty)
    let wake = try #require(bench.lane.handler.nextWake)
    #expect(wake.milliseconds(since: workers.time.monotonic()) == 40)
    workers.time.advance(milliseconds: 39)
    #expect(bench.lane.tick().isEmpty)
    workers.time.advance(milliseconds: 1)
    #expect(bench.lane.tick()[request.id]?.status == 200)
    #expect(bench.lane.handler.nextWake == nil)
  }

  @Test func `a rotated key signs at once, and the old one until its end`() throws {
    _ = bench.lane.tick()
    let old = try workers.signer(of: workers.appID)
    try workers.rotateKey(of: workers.appID, oldEndsAt: workers.time.now() + 30)
    try bench.publishApps()
    workers.time.advance(milliseconds: 50)
    let new = try workers.signer(of: workers.appID)
    #expect(old.secret != new.secret)
    #expect(try bench.lane.call(config(new)).status == 200)
    #expect(try bench.lane.call(config(old)).status == 200)
    workers.time.advance(seconds: 30)
    #expect(try bench.lane.call(config(old)).code == "SIGNATURE_INVALID")
    #expect(try bench.lane.call(config(new)).status == 200)
  }

  @Test func `junk signatures cost at most one look in fifty milliseconds`() throws {
    _ = bench.lane.tick()
    let junk = CallSigner(id: AppID(rawValue: 1).description, secret: [1])
    let reads = try workers.redisReads()
    var answered = 0
    for _ in 0..<100 {
      workers.time.advance(milliseconds: 5)
      let answers = bench.lane.handle((0..<10).map { _ in config(junk) })
      #expect(answers.values.allSatisfy { $0.code == "SIGNATURE_INVALID" })
      answered += answers.count
    }
    workers.time.advance(milliseconds: 50)
    answered += bench.lane.tick().count
    #expect(answered == 1000)
    #expect(try workers.redisReads() - reads <= 11)
  }

  @Test func `junk is a 503 where no store can tell the apps`() throws {
    _ = bench.lane.tick()
    try workers.gate.shut()
    workers.redis.stop()
    let request = config(CallSigner(id: AppID(rawValue: 1).description, secret: [1]))
    _ = bench.lane.handle([request])
    workers.time.advance(milliseconds: 50)
    let again = config(CallSigner(id: AppID(rawValue: 1).description, secret: [1]))
    #expect(try bench.lane.call(again).status == 503)
  }
}
