import Encodings
import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import Verification

/// What was taken back is refused, whatever the caches hold.
@Suite final class `Verification of what was taken back`: VerificationSuite {
  @Test func `a licence disabled and published is refused, with claims that grant nothing`() throws
  {
    let license = try workers.makeLicense()
    let token = try bench.token(of: license)
    #expect(try bench.verify(token).code == "VALID")
    let asked = bench.lookups
    try bench.publish(workers.disable(license))

    let answer = try bench.verify(token)
    #expect(answer.status == 200 && answer["valid"]?.bool == false)
    #expect(answer.code == "LICENSE_DISABLED")
    #expect(answer["license"]?["status"]?.string == "disabled")
    #expect(bench.lookups == asked, "Redis knew")
    let claims = try bench.claims(answer)
    #expect(claims["code"]?.string == "LICENSE_DISABLED")
    #expect(claims["exp"] == claims["iat"])
    for name in ["plan", "license_expires_at", "features", "settings"] {
      #expect(claims[name] == nil)
    }
  }

  @Test func `an old value does not come back over a refusal`() throws {
    let license = try workers.makeLicense()
    let token = try bench.token(of: license)
    let old = try #require(try workers.operators.licenseRecord(license.id)).license
    try bench.publish(workers.disable(license))
    let epoch = try bench.epoch()
    let late = StoredLicense(old, readAt: workers.time.wall())
    #expect(try bench.session.redis.publish(.license(late), epoch: epoch) == .newerExists)
    #expect(try bench.verify(token).code == "LICENSE_DISABLED")
  }

  @Test func `a value in Redis older than six hours is read anew`() throws {
    let license = try workers.makeLicense()
    let token = try bench.token(of: license)
    #expect(try bench.verify(token).code == "VALID")
    try workers.disable(license)
    workers.time.advance(seconds: 6 * 3600 - 1)
    #expect(try bench.verify(token).code == "VALID", "not told, not yet old")
    workers.time.advance(seconds: 1)
    #expect(try bench.verify(token).code == "LICENSE_DISABLED")
  }

  @Test func `a tampered row answers so and is not stored in Redis`() throws {
    let license = try workers.makeLicense()
    let token = try bench.token(of: license)
    _ = try bench.verify(token)
    try workers.redis.run("flushall")
    try workers.database.run("UPDATE licenses SET allow_devices = 99")

    for _ in 0..<2 {
      let answer = try bench.verify(token)
      #expect(answer.status == 200 && answer.code == "LICENSE_TAMPERED")
      #expect(answer["license"]?["status"]?.string == "disabled")
      #expect(try bench.claims(answer)["code"]?.string == "LICENSE_TAMPERED")
    }
    #expect(try workers.redisKeys("l:*").isEmpty)
    #expect(try workers.redisKeys("b:*").count == 1)
  }

  @Test func `an unbound device is told so until its token ends`() throws {
    let license = try workers.makeLicense()
    let token = try bench.token(of: license)
    try workers.unbind(license)
    try workers.redis.run("flushall")
    #expect(try bench.verify(token).code == "DEVICE_UNBOUND")
    workers.time.advance(seconds: 43_200)
    #expect(try bench.verify(token).code == "TOKEN_EXPIRED")
  }

  @Test func `an unknown token is remembered as refused for a minute`() throws {
    let token = strangersToken()
    for _ in 0..<3 {
      let answer = try bench.verify(token)
      #expect(answer.status == 401 && answer.code == "TOKEN_INVALID")
    }
    #expect(bench.lookups == 1)
    workers.time.advance(seconds: 59)
    #expect(try bench.verify(token).code == "TOKEN_INVALID")
    #expect(bench.lookups == 1)
    workers.time.advance(seconds: 1)
    #expect(try bench.verify(token).code == "TOKEN_INVALID")
    #expect(bench.lookups == 2)
  }

  @Test func `a token newer than Redis knows is read from PostgreSQL before it is refused`() throws
  {
    let license = try workers.makeLicense()
    let first = try bench.token(of: license)
    #expect(try bench.verify(first).code == "VALID")
    let older = try stored(first)
    workers.time.advance(seconds: 11)
    let second = try bench.token(of: license)
    #expect(second != first)
    try replaceInRedis(older)
    #expect(try bench.verify(second).code == "VALID")
    #expect(try bench.verify(first).code == "VALID", "a replaced token lives a minute longer")
    workers.time.advance(seconds: 60)
    #expect(try bench.verify(first).code == "TOKEN_EXPIRED")
  }

  @Test func `refusals are counted`() throws {
    _ = try bench.verify(strangersToken())
    #expect(bench.lane.counter("verification_refused") == 1)
    let config = config(try workers.signer(of: workers.appID))
    #expect(try bench.lane.call(config).status == 200)
    #expect(bench.lane.counter("verification_done") == 1)
  }

  /// Of a binding that nobody made, rightly signed by our key.
  private func strangersToken() -> String {
    let id = AccessTokenID(
      bindingID: BindingID(rawValue: 1), licenseID: LicenseID(rawValue: 2), keyNumber: 1,
      generation: 1)
    return AccessToken(id: id, secret: workers.tokenKeys.secret(of: id) ?? []).text
  }

  private func stored(_ token: String) throws -> (key: String, value: String) {
    let key = try #require(try workers.redisKeys("b:*").first)
    return (key, try workers.redis.run("get", key))
  }

  private func replaceInRedis(_ old: (key: String, value: String)) throws {
    try workers.redis.run("set", old.key, old.value, "ex", "600")
  }
}
