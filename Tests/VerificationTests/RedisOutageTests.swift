import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import Verification

/// Redis can be emptied or stopped at any time, and nobody loses anything.
@Suite final class `Verification when Redis forgets`: VerificationSuite {
  @Test func `a Redis emptied after activation makes a new epoch and PostgreSQL answers`() throws {
    let token = try bench.token(of: workers.makeLicense())
    #expect(try bench.verify(token).code == "VALID")
    let before = try #require(bench.session.epoch)
    let asked = try #require(bench.lookups)

    try workers.redis.run("flushall")
    #expect(try bench.verify(token).code == "VALID")
    let epoch = try #require(bench.session.epoch)
    #expect(epoch > before)
    #expect(bench.lookups == asked + 1)
    #expect(try workers.database.value("SELECT epoch FROM redis_epoch") == "\(epoch)")

    #expect(try bench.verify(token).code == "VALID")
    #expect(bench.lookups == asked + 1, "what was read fills Redis under the new epoch")
    for kind in ["b:*", "l:*", "run"] {
      let keys = try workers.redisKeys(kind)
      #expect(keys.count == 1 && keys[0].hasPrefix("cs:\(epoch):"), "\(kind): \(keys)")
    }
  }

  @Test func `while nonces may have been forgotten requests must be a minute fresh`() throws {
    let token = try bench.token(of: workers.makeLicense())
    #expect(try bench.lane.call(workers.verify(token, secondsAgo: 300)).code == "VALID")
    try workers.redis.run("flushall")

    #expect(try bench.lane.call(workers.verify(token, secondsAgo: 60)).code == "VALID")
    #expect(try bench.lane.call(workers.verify(token, secondsAgo: -60)).code == "VALID")
    for age in [61, -61, 300] as [Int64] {
      let late = try bench.lane.call(workers.verify(token, secondsAgo: age))
      #expect(late.status == 401 && late.code == "TIMESTAMP_OUT_OF_WINDOW")
      #expect(late["server_time"]?.string == workers.time.now().rfc3339)
    }

    try workers.ageEpoch()
    workers.time.advance(seconds: 1)
    #expect(try bench.lane.call(workers.verify(token, secondsAgo: 300)).code == "VALID")
  }

  @Test func `a nonce used before Redis was emptied is refused for its age`() throws {
    let token = try bench.token(of: workers.makeLicense())
    let captured = workers.verify(token)
    #expect(try bench.lane.call(captured).code == "VALID")
    try workers.redis.run("flushall")
    workers.time.advance(seconds: 61)
    let replay = repeated(captured, id: .random())
    #expect(try bench.lane.call(replay).code == "TIMESTAMP_OUT_OF_WINDOW")
  }

  @Test func `without Redis PostgreSQL answers, and this process refuses replays`() throws {
    let token = try bench.token(of: workers.makeLicense())
    workers.redis.stop()
    let request = workers.verify(token)
    let answer = try bench.lane.call(request)
    #expect(answer.code == "VALID")
    #expect(bench.session.epoch == nil)
    #expect(bench.lane.handler.isAble)

    let replay = try bench.lane.call(repeated(request, id: .random()))
    #expect(replay.status == 409 && replay.code == "NONCE_REPLAYED")
    #expect(try bench.lane.call(repeated(request, id: request.id)).code == "VALID")
    #expect(
      try bench.lane.call(workers.verify(token, secondsAgo: 61)).code == "TIMESTAMP_OUT_OF_WINDOW")
  }

  @Test func `a replay is refused, too, when Redis has come back`() throws {
    let token = try bench.token(of: workers.makeLicense())
    workers.redis.stop()
    let request = workers.verify(token)
    #expect(try bench.lane.call(request).code == "VALID")
    try workers.redis.start()
    workers.time.advance(seconds: 2)
    #expect(try bench.lane.call(repeated(request, id: .random())).code == "NONCE_REPLAYED")
    #expect(bench.session.epoch != nil)
  }

  @Test func `without Redis a token may be verified half as often in this process`() throws {
    try workers.changeApp(workers.appID) { $0.settings.rateLimits.verifyTokenPerMinute = 4 }
    let token = try bench.token(of: workers.makeLicense())
    workers.redis.stop()
    #expect(try bench.verify(token).status == 200)
    #expect(try bench.verify(token).status == 200)
    let refused = try bench.verify(token)
    #expect(refused.status == 429 && refused.code == "RATE_LIMITED")
    #expect(refused.headers["retry-after"] == "30")
  }

  @Test func `config by an app claims its nonce without Redis, too`() throws {
    _ = bench.lane.tick()
    workers.redis.stop()
    let request = config(try workers.signer(of: workers.appID))
    #expect(try bench.lane.call(request).status == 200)
    #expect(try bench.lane.call(repeated(request, id: .random())).code == "NONCE_REPLAYED")
  }
}

/// The same octets in another request, or in the same one sent again.
func repeated(_ request: BusRequest, id: RequestID) -> BusRequest {
  BusRequest(
    id: id, method: request.method, target: request.target, headers: request.headers,
    clientAddress: request.clientAddress, deadline: request.deadline, traceID: request.traceID,
    body: request.body, receivedAt: request.receivedAt)
}
