import TestClient
import TestCluster
import Testing

/// Rate limits: each setting × its call, what the answer says, and how a window heals (LIM-01/02).
@Suite struct RateTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  struct Rule: Sendable, CustomTestStringConvertible {
    let setting: String
    let name: String
    let windowSeconds: Int64
    /// One counted call of the scene, over these connections, for this device.
    let call: @Sendable (Scene, HTTPCaller, Device) throws -> HTTPAnswer
    var testDescription: String { setting }
  }

  static let rules: [Rule] = [
    Rule(setting: "activate_device_per_minute", name: "activate_device", windowSeconds: 60) {
      try $0.app.over($1).activate($0.code, $2)
    },
    Rule(setting: "activate_address_per_minute", name: "activate_address", windowSeconds: 60) {
      try $0.app.over($1).activate($0.code, $2)
    },
    Rule(setting: "renew_device_per_minute", name: "renew_device", windowSeconds: 60) {
      try $0.app.over($1).renew($0.code, $2)
    },
    Rule(setting: "verify_token_per_minute", name: "verify_token", windowSeconds: 60) {
      try $0.app.over($1).verify($0.token, $2)
    },
    Rule(
      setting: "unknown_code_address_per_10_minutes", name: "unknown_code_address",
      windowSeconds: 600
    ) {
      try $0.app.over($1).activate("NOSUCHCODE234567", $2)
    },
  ]

  /// A scene with that one limit, of which its activation, made from elsewhere, used nothing but
  /// its own device's share.
  func scene(_ rule: Rule, limit: Json) throws -> Scene {
    let limits = Operator.noLimits.replacing(rule.setting, with: limit)
    return try Scene(
      in: cluster, settings: ["rate_limits": limits], license: ["allow_devices": nil],
      over: HTTPCaller(cluster.http.endpoint, from: "127.0.0.77"))
  }

  /// A device whose window is untouched.
  func device(_ rule: Rule, _ scene: Scene) -> Device {
    rule.name == "activate_device" ? .fresh() : scene.device
  }

  @Test(arguments: rules)
  func `past its limit a call waits, and is told how long`(rule: Rule) throws {
    let scene = try scene(rule, limit: 2)
    let device = device(rule, scene)
    for _ in 0..<2 {
      #expect(try rule.call(scene, cluster.http, device).code != "RATE_LIMITED")
    }
    let answer = try rule.call(scene, cluster.http, device)
    #expect(answer.faults(asProblem: "RATE_LIMITED", 429) == [])
    let wait = try #require(Int64(answer.headers["Retry-After"] ?? ""))
    #expect((1...rule.windowSeconds).contains(wait))
    #expect(answer.json["retry_after"].integer == wait)
    #expect(
      answer.headers["RateLimit-Policy"] == "\"\(rule.name)\";q=2;w=\(rule.windowSeconds)")
    #expect(answer.headers["RateLimit"]?.hasPrefix("\"\(rule.name)\";r=0;t=") == true)
  }

  @Test(arguments: rules)
  func `null lifts a limit`(rule: Rule) throws {
    let scene = try scene(rule, limit: nil)
    for _ in 0..<70 {
      #expect(try rule.call(scene, cluster.http, scene.device).code != "RATE_LIMITED")
    }
  }

  @Test(arguments: rules)
  func `windows count per app`(rule: Rule) throws {
    let full = try scene(rule, limit: 1)
    let other = try scene(rule, limit: 1)
    // The same device of both apps; for verify each app's own token stands for it.
    let device = rule.name == "verify_token" ? nil : device(rule, full)
    _ = try rule.call(full, cluster.http, device ?? full.device)
    #expect(try rule.call(full, cluster.http, device ?? full.device).code == "RATE_LIMITED")
    #expect(try rule.call(other, cluster.http, device ?? other.device).code != "RATE_LIMITED")
  }

  @Test(arguments: rules.filter { $0.name.hasSuffix("_device") })
  func `windows of a device are that device's`(rule: Rule) throws {
    let scene = try scene(rule, limit: 1)
    let device = device(rule, scene)
    _ = try rule.call(scene, cluster.http, device)
    #expect(try rule.call(scene, cluster.http, device).code == "RATE_LIMITED")
    #expect(try rule.call(scene, cluster.http, .fresh()).code != "RATE_LIMITED")
  }

  @Test(arguments: rules.filter { $0.name.hasSuffix("_address") })
  func `windows of an address are that address's`(rule: Rule) throws {
    let scene = try scene(rule, limit: 1)
    let elsewhere = HTTPCaller(cluster.http.endpoint, from: "127.0.0.9")
    _ = try rule.call(scene, cluster.http, .fresh())
    #expect(try rule.call(scene, cluster.http, .fresh()).code == "RATE_LIMITED")
    #expect(try rule.call(scene, elsewhere, .fresh()).code != "RATE_LIMITED")
  }

  @Test func `a forwarded address from a peer that nobody trusts is ignored`() throws {
    let rule = Self.rules[1]
    let scene = try scene(rule, limit: 1)
    let body: Json = ["code": .text(scene.code), "device": scene.device.json]
    var codes: [String?] = []
    for index in 0..<3 {
      let request = HTTPRequest(
        "POST", "/v1/activate",
        headers: ["X-Forwarded-For": "1.2.3.\(index)", "Forwarded": "for=1.2.3.\(index)"],
        body: body.bytes)
      codes.append(try scene.app.over(cluster.http).send(request, by: scene.app.signer).code)
    }
    #expect(codes == [nil, "RATE_LIMITED", "RATE_LIMITED"])
  }

  // LIM-04. Whether calls meet is chance: one of these rounds in three sees a limit that is not held.
  @Test(arguments: 0..<16)
  func `of unknown codes that come together no more are answered than the limit`(
    _ round: Int
  ) throws {
    let scene = try scene(Self.rules[4], limit: 1)
    let app = scene.app.over(cluster.http)
    let codes = try Parallel.map(16) { index in
      let device = Device.fresh()
      return try index.isMultiple(of: 2)
        ? app.activate("NOSUCHCODE234567", device).code : app.renew("NOSUCHCODE234567", device).code
    }
    #expect(codes.count { $0 == "LICENSE_NOT_FOUND" } == 1)
    #expect(codes.count { $0 == "RATE_LIMITED" } == 15)
  }

  @Test func `an address that tried too many unknown codes uses up no device's calls`() throws {
    let limits = Operator.noLimits.replacing("unknown_code_address_per_10_minutes", with: 1)
      .replacing("activate_device_per_minute", with: 2)
    let scene = try Scene(
      in: cluster, settings: ["rate_limits": limits], license: ["allow_devices": nil],
      over: HTTPCaller(cluster.http.endpoint, from: "127.0.0.77"))
    let victim = Device.fresh()
    let stranger = scene.app.over(cluster.http)
    #expect(try stranger.activate("NOSUCHCODE234567", .fresh()).code == "LICENSE_NOT_FOUND")
    for _ in 0..<5 {
      #expect(try stranger.activate("NOSUCHCODE234567", victim).code == "RATE_LIMITED")
    }
    #expect(try scene.app.activate(scene.code, victim).status == 200)
  }

  @Test func `a known code does not count as unknown`() throws {
    let scene = try scene(Self.rules[4], limit: 1)
    for _ in 0..<5 {
      #expect(try scene.app.over(cluster.http).activate(scene.code, scene.device).status == 200)
    }
  }

  @Test func `once too many unknown codes were tried a known one waits, too`() throws {
    let scene = try scene(Self.rules[4], limit: 1)
    #expect(try scene.app.activate("NOSUCHCODE234567", .fresh()).code == "LICENSE_NOT_FOUND")
    #expect(try scene.app.activate("NOSUCHCODE234567", .fresh()).code == "RATE_LIMITED")
    #expect(try scene.app.activate(scene.code, .fresh()).code == "RATE_LIMITED")
  }

  @Test func `one a minute waits a minute, rounded up`() throws {
    let scene = try scene(Self.rules[0], limit: 1)
    let device = Device.fresh()
    #expect(try scene.app.activate(scene.code, device).status == 200)
    let start = Instant.now
    let answer = try scene.app.activate(scene.code, device)
    #expect(answer.status == 429)
    let wait = try #require(Int64(answer.headers["Retry-After"] ?? ""))
    #expect(wait >= 59 - (Instant.now - start) && wait <= 60)
  }
}
