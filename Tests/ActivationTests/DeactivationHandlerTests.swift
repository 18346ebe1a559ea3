import Instants
import JSON
import LicenseStore
import Licensing
import MessageBus
import ServiceKit
import TestWorkers
import Testing

@testable import Activation

@Suite struct `A lane of activation that takes seats back` {
  private let bench: WorkerBench
  private let lane: LaneBench<ActivationHandler>

  init() throws {
    bench = try WorkerBench { $0.settings.selfUnbindPer30Days = 1 }
    lane = try LaneBench(Self.makeHandler(bench))
  }

  private static func makeHandler(_ bench: WorkerBench) throws -> ActivationHandler {
    ActivationHandler(
      session: try bench.makeSession(), tokenKeys: bench.tokenKeys,
      credentials: bench.credentials, log: bench.log)
  }

  private func token(of license: License, _ device: String = WorkerBench.device) throws -> String {
    let answer = try lane.call(bench.activate(license, device))
    return try #require(answer["token"]?["access_token"]?.string)
  }

  private func deactivate(
    _ token: String, id: RequestID = .random(), nonce: String = WorkerBench.nonce()
  ) -> BusRequest {
    bench.signed(CallSigner(token: token), "POST", "/v1/deactivate", id: id, nonce: nonce)
  }

  private func repeated(_ request: BusRequest, id: RequestID) -> BusRequest {
    .make(
      request.method, String(decoding: request.target, as: UTF8.self),
      headers: request.headers.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }, id: id,
      receivedAt: request.receivedAt)
  }

  @Test func `writes Redis before it answers, and leaves nothing to the outbox`() throws {
    let license = try bench.makeLicense()
    let token = try token(of: license)
    let answer = try lane.call(deactivate(token))
    #expect(answer.status == 200)
    #expect(answer["license"]?["devices"]?["used"]?.int64 == 0)
    let key = try #require(try bench.redisKeys("b:*").first)
    let value = try bench.redis.run("get", key)
    #expect(value.split(separator: " ")[4] == "u", "unbound: \(value)")
    #expect(try bench.database.value("SELECT count(*) FROM outbox WHERE kind <> 'apps'") == "0")
  }

  @Test func `answers a request that the gateway sent again, and no copy of it`() throws {
    let token = try token(of: bench.makeLicense())
    let request = deactivate(token)
    #expect(try lane.call(request).status == 200)
    #expect(try lane.call(request).status == 200)
    let sibling = try LaneBench(Self.makeHandler(bench))
    #expect(try sibling.call(request).status == 200)
    #expect(try sibling.call(repeated(request, id: .random())).code == "NONCE_REPLAYED")
    #expect(try lane.call(deactivate(token)).status == 200)
    let rows = "SELECT count(*) FROM action_logs WHERE action = 'device.unbind'"
    #expect(try bench.database.value(rows) == "1")
  }

  @Test func `knows a replay without Redis, too, and leaves its word to the outbox`() throws {
    let token = try token(of: bench.makeLicense())
    bench.redis.stop()
    let request = deactivate(token)
    #expect(try lane.call(request).status == 200)
    #expect(try lane.call(repeated(request, id: .random())).code == "NONCE_REPLAYED")
    #expect(try bench.database.value("SELECT count(*) FROM outbox WHERE kind = 'binding'") == "1")
  }

  @Test func `is called by a token so often and no more, refused or not`() throws {
    let token = try token(of: bench.makeLicense())
    for _ in 0..<RateRule.deactivation.limit {
      #expect(try lane.call(deactivate(token)).status == 200)
    }
    let sibling = try LaneBench(Self.makeHandler(bench))
    let refused = try sibling.call(deactivate(token))
    #expect(refused.status == 429 && refused.code == "RATE_LIMITED")
    #expect(refused.headers["ratelimit-policy"] == #""deactivate_token";q=30;w=60"#)
    let claims = "SELECT count(*) FROM requests WHERE made_kind = 'unbinding'"
    #expect(try bench.database.value(claims) == "30")
    let other = try self.token(of: bench.makeLicense())
    #expect(try lane.call(deactivate(other)).status == 200, "windows are each token's own")
  }

  @Test func `past the quota says how long to wait`() throws {
    let license = try bench.makeLicense(seats: 2)
    let tokens = try ["device-a", "device-b"].map { try token(of: license, $0) }
    #expect(try lane.call(deactivate(tokens[0])).status == 200)
    bench.time.advance(seconds: 40)
    let refused = try lane.call(deactivate(tokens[1]))
    #expect(refused.status == 429 && refused.code == "UNBIND_QUOTA_EXCEEDED")
    #expect(refused.headers["retry-after"] == "2591960")
    #expect(refused.headers["ratelimit"] == #""self_unbind";r=0;t=2591960"#)
    #expect(refused.headers["ratelimit-policy"] == #""self_unbind";q=1;w=2592000"#)
    let nonce = WorkerBench.nonce()
    #expect(try lane.call(deactivate(tokens[1], nonce: nonce)).status == 429)
    let replay = deactivate(tokens[1], nonce: nonce)
    #expect(try lane.call(replay).code == "NONCE_REPLAYED", "Redis keeps the claim")
  }

  @Test func `does both in one batch`() throws {
    let license = try bench.makeLicense(seats: 2)
    let back = deactivate(try token(of: license))
    let bind = try bench.activate(license, "device-other")
    let answers = lane.handle([bind, back])
    #expect(answers[back.id]?.status == 200 && answers[bind.id]?.status == 200)
    #expect(lane.counter("deactivation_done") == 1)
  }

  @Test func `without PostgreSQL takes none back`() throws {
    let token = try token(of: bench.makeLicense())
    try bench.gate.shut()
    let answer = try lane.call(deactivate(token))
    #expect(answer.status == 503 && answer.headers["retry-after"] == "1")
  }

  @Test func `by a wrong clock takes none back`() throws {
    bench.clockLimits = .standard
    bench.setClock(aheadOfStores: 0)
    let watched = try LaneBench(Self.makeHandler(bench))
    let token = try token(of: bench.makeLicense())
    _ = watched.tick()
    bench.setClock(aheadOfStores: 3600)
    let waiting = deactivate(token).due(at: bench.time.monotonic() + 5000)
    #expect(try watched.call(waiting).status == 503)
    bench.setClock(aheadOfStores: 0)
    #expect(try watched.call(deactivate(token)).status == 200)
  }
}
