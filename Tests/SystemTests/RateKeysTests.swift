import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// LIM-01: whatever is stored in Redis has an end, after thousands of calls of every kind.
  @Suite struct RateKeysTests {
    @Test func `a window that lost its life or its value heals`() throws {
      let cluster = try Cluster()
      let limits = Operator.noLimits.replacing("activate_device_per_minute", with: 1)
      let scene = try Scene(in: cluster, settings: ["rate_limits": limits])
      let redis = try cluster.redis()
      func spoil(_ value: String) throws {
        let keys = try redis.keys("cs:*:r:*")
        #expect(!keys.isEmpty)
        for key in keys { try redis.call("SET", key, value) }
      }
      for value in ["9999999999999999", "", "nonsense"] {
        try spoil(value)
        let answer = try scene.activate()
        #expect(answer.status == 200 || answer.status == 429)
        let wait = Int(answer.headers["Retry-After"] ?? "") ?? 0
        #expect(answer.status == 200 || (1...60).contains(wait))
      }
      try spoil("5")
      #expect(try scene.activate().status == 200)
      #expect(try scene.activate().status == 429)
    }

    @Test func `no key lives for ever but the two that name the epoch`() throws {
      let cluster = try Cluster()
      let limits: Json = [
        "activate_device_per_minute": 5, "activate_address_per_minute": 5,
        "renew_device_per_minute": 5, "verify_token_per_minute": 5,
        "unknown_code_address_per_10_minutes": 5,
      ]
      let scene = try Scene(in: cluster, settings: ["rate_limits": limits])
      let free = try Scene(in: cluster, license: ["allow_devices": nil])
      _ = try Parallel.map(4) { _ in
        for _ in 0..<500 {
          _ = try scene.verify()
          _ = try scene.renew()
          _ = try scene.app.activate("NOSUCHCODE234567", .fresh())
          _ = try free.app.activate(free.code, .fresh())
          _ = try free.verify()
        }
      }
      let redis = try cluster.redis()
      let keys = try redis.keys("*")
      #expect(keys.count > 1000)
      #expect(keys.allSatisfy { $0.hasPrefix("cs:") })
      let lasting = try keys.filter { try redis.call("TTL", $0).number == -1 }
      let allowed = lasting.filter { $0.hasSuffix(":apps") || $0.hasSuffix(":run") }
      #expect(!lasting.isEmpty && lasting == allowed, "\(lasting)")
    }
  }
}
