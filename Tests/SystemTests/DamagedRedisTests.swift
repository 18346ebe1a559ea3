import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// Values in Redis that nobody of ours wrote: each verdict is right all the same, and what was damaged
  /// is written anew (data.md: what cannot be read counts as version 0, what is well-formed is believed).
  @Suite struct DamagedRedisTests {
    let cluster: Cluster
    let redis: RedisConnection

    init() throws {
      cluster = try SharedCluster.single()
      redis = try cluster.redis()
    }

    enum Damage: CaseIterable {
      case garbage, empty, truncated, anotherType, huge, control

      func apply(to key: String, _ redis: RedisConnection) throws {
        let held = try redis.call("GET", key).string ?? ""
        switch self {
        case .garbage: try redis.call("SET", key, "garbage")
        case .empty: try redis.call("SET", key, "")
        case .truncated: try redis.call("SET", key, String(held.dropLast(held.count / 2)))
        case .anotherType:
          try redis.call("DEL", key)
          try redis.call("RPUSH", key, held)
        case .huge: try redis.call("SET", key, held + String(repeating: "9", count: 1 << 20))
        case .control:
          try redis.call("SET", key, "1 \u{0}\r\n\u{7F} -1 99999999999999999999 " + held)
        }
      }
    }

    func key(_ kind: String, of scene: Scene) throws -> String {
      if kind == "l" {
        return try #require(try redis.keys("cs:*:l:\(scene.licenseID.dropFirst(4))").first)
      }
      let suffix = scene.licenseID.dropFirst(4)
      let bindings = try redis.keys("cs:*:b:*").filter {
        try redis.call("GET", $0).string?.contains(" \(suffix) ") == true
      }
      let key = try #require(bindings.first)
      return key.replacing(":b:", with: ":\(kind):")
    }

    func fields(_ key: String) throws -> [Substring] {
      try redis.call("GET", key).string?.split(separator: " ") ?? []
    }

    /// Has the parts again that it had; `e` is written by the trip after the verdict.
    func heals(_ key: String, to whole: [Substring], _ scene: Scene) throws -> Bool {
      try Patience.wait(upTo: 10) {
        _ = try scene.verify()
        let found = try fields(key)
        return found.first == "1" && found.count == whole.count
          && (key.contains(":e:") || found.last == whole.last)
      }
    }

    @Test func `damaged bindings, licences and slid ends change no verdict, and heal`() throws {
      let valid = try Scene(in: cluster)
      let disabled = try Scene(in: cluster)
      try disabled.operate("disable")
      let unbound = try Scene(in: cluster)
      try cluster.operator.ok(
        try cluster.operator.delete("\(unbound.licensePath)/devices/\(unbound.device.id)"))
      let scenes = [(valid, "VALID"), (disabled, "LICENSE_DISABLED"), (unbound, "DEVICE_UNBOUND")]
      for (scene, code) in scenes { #expect(try scene.verify().code == code) }
      for kind in ["b", "l", "e"] {
        for damage in Damage.allCases {
          for (scene, code) in scenes where kind != "e" || code == "VALID" {
            let key = try self.key(kind, of: scene)
            let whole = try fields(key)
            try damage.apply(to: key, redis)
            #expect(try scene.verify().code == code, "\(kind) \(damage)")
            #expect(try heals(key, to: whole, scene), "\(kind) \(damage) \(code)")
          }
        }
      }
      #expect(try valid.renew().status == 200)
      #expect(try unbound.activate().status == 200)
    }

    @Test func `a value of another binding makes no foreign token count`() throws {
      let one = try Scene(in: cluster)
      let other = try Scene(in: cluster)
      for scene in [one, other] { #expect(try scene.verify().code == "VALID") }
      let own = try redis.call("GET", try key("b", of: one)).string ?? ""
      let foreign = try redis.call("GET", try key("b", of: other)).string ?? ""
      let place = try key("b", of: one)
      try redis.call("SET", place, foreign)
      // It names another licence than the token does.
      #expect(try one.verify().faults(asProblem: "TOKEN_INVALID", 401) == [])
      try redis.call("SET", place, own)
      #expect(try one.verify().code == "VALID")
      // An end of another generation, and one of long ago, give and take nothing.
      try redis.call("SET", try key("e", of: one), "1 77 99999999999 99999999999")
      let verdict = try one.verify()
      #expect(verdict.code == "VALID")
      let end = Instant.seconds(verdict.json["token"]["expires_at"].string ?? "") ?? 0
      #expect(end < Instant.now + 43_260)
    }

    /// A limit, not a promise: Redis is trusted with what is well-formed.
    @Test func `a well-formed value of another licence is believed until it is replaced`() throws {
      let one = try Scene(in: cluster)
      let disabled = try Scene(in: cluster)
      try disabled.operate("disable")
      for scene in [one, disabled] { _ = try scene.verify() }
      let foreign = try redis.call("GET", try key("l", of: disabled)).string ?? ""
      try redis.call("SET", try key("l", of: one), foreign)
      #expect(try one.verify().code == "LICENSE_DISABLED")
      try one.operate("extend", ["days": 1])
      try one.operate("extend", ["days": 1])
      #expect(try one.verify().code == "VALID")
    }

    /// All keys of that beginning, whatever bytes they are made of.
    func damageAll(_ pattern: String, _ value: String, asList: Bool = false) throws {
      let write =
        asList ? "redis.call('DEL', k) redis.call('RPUSH', k, v)" : "redis.call('SET', k, v)"
      let script =
        "local v = ARGV[2] for _, k in ipairs(redis.call('KEYS', ARGV[1])) do \(write) end"
      guard case .error(let text) = try redis.call("EVAL", script, "0", pattern, value) else {
        return
      }
      Issue.record("Redis said \(text)")
    }

    @Test func `a damaged nonce stays used, and new ones are taken`() throws {
      let scene = try Scene(in: cluster)
      let used = RequestSigner(token: scene.token).signed(
        HTTPRequest("POST", "/v1/verify", body: []))
      #expect(try cluster.http.perform(used).json["code"] == "VALID")
      for value in ["", "x", "garbage", "12345678", String(repeating: "n", count: 1 << 20)] {
        try damageAll("cs:*:n*", value)
        #expect(try cluster.http.perform(used).faults(asProblem: "NONCE_REPLAYED", 409) == [])
        #expect(try scene.verify().code == "VALID")
      }
      // Of another type it makes Redis count as away for a second; nobody notices.
      try damageAll("cs:*:n*", "x", asList: true)
      #expect(try [200, 409].contains(cluster.http.perform(used).status))
      for _ in 0..<20 { #expect(try scene.verify().code == "VALID") }
      #expect(try scene.renew().status == 200)
    }

    @Test func `a damaged rate window counts as none, and the limit holds again`() throws {
      let limits = Operator.noLimits.replacing("activate_device_per_minute", with: 3)
      let scene = try Scene(in: cluster, settings: ["rate_limits": limits])
      let values: [(String, Bool)] = [
        ("garbage", false), ("", false), ("-1", false), ("nan", false), ("x", true),
        ("1e999", false),
      ]
      for (value, isList) in values {
        try damageAll("cs:*:r:*", value, asList: isList)
        let statuses = try (0..<4).map { _ in try scene.activate().status }
        #expect(statuses == [200, 200, 200, 429], "\(value)")
      }
      // Far in the future is read as "full", and no more than that.
      try damageAll("cs:*:r:*", String(repeating: "9", count: 1 << 20))
      let refused = try scene.activate()
      #expect(refused.faults(asProblem: "RATE_LIMITED", 429) == [])
      #expect((refused.json["retry_after"].integer ?? 0) <= 60)
      #expect(try scene.verify().code == "VALID")
    }

    @Test func `a damaged revision of all apps hides no change of one`() throws {
      let scene = try Scene(in: cluster)
      let epoch = try cluster.number("select epoch from redis_epoch")
      let key = "cs:\(epoch):apps"
      for (number, damage) in Damage.allCases.enumerated() {
        try damage.apply(to: key, redis)
        #expect(try scene.verify().code == "VALID")
        let seconds = Int64(1000 + number)
        try cluster.operator.ok(
          try cluster.operator.patch(
            "/admin/v1/apps/\(scene.app.id)",
            ["settings": ["verify_interval_seconds": Json(seconds)]]))
        let isSeen = try Patience.wait(upTo: 15) {
          try scene.app.config().json["settings"]["verify_interval_seconds"] == Json(seconds)
        }
        #expect(isSeen, "\(damage)")
        #expect(try isWellRevision(key), "\(damage)")
      }
    }

    func isWellRevision(_ key: String) throws -> Bool {
      let fields = try redis.call("GET", key).string?.split(separator: " ") ?? []
      return fields.count == 3 && fields[0] == "1" && Int64(fields[1]) != nil
    }

    @Test(arguments: [Damage.garbage, .anotherType, .huge])
    func `a damaged mark begins a new epoch, in which what was revoked stays so`(
      damage: Damage
    ) throws {
      let scene = try Scene(in: cluster)
      let disabled = try Scene(in: cluster)
      try disabled.operate("disable")
      let epoch = try cluster.number("select epoch from redis_epoch")
      try damage.apply(to: try #require(try redis.keys("cs:\(epoch):run").first), redis)
      #expect(try scene.verify().code == "VALID")
      #expect(try disabled.verify().code == "LICENSE_DISABLED")
      let isRaised = try Patience.wait(upTo: 15) {
        try cluster.number("select epoch from redis_epoch") > epoch
      }
      #expect(isRaised)
      let next = try cluster.number("select epoch from redis_epoch")
      let isMarked = try Patience.wait(upTo: 15) {
        _ = try scene.verify()
        return try redis.call("GET", "cs:\(next):run").string?.utf8.count == 40
      }
      #expect(isMarked)
      #expect(try scene.verify().code == "VALID")
      #expect(try disabled.verify().code == "LICENSE_DISABLED")
      // Redis is in use again: it has what verdicts need.
      #expect(
        try Patience.wait(upTo: 15) {
          _ = try scene.verify()
          return try !redis.keys("cs:\(next):l:\(scene.licenseID.dropFirst(4))").isEmpty
        })
    }
  }
}
