import TestClient
import TestCluster
import Testing

/// Apps: making, reading, changing, and turning their keys.
@Suite struct AdminAppTests {
  let cluster: Cluster
  var admin: Operator { cluster.operator }

  init() throws { cluster = try SharedCluster.get() }

  static let settingNames = [
    "force_online", "offline_grace_seconds", "rate_limits", "request_auth",
    "self_unbind_per_30_days", "token_ttl_seconds", "verify_interval_seconds",
  ]

  @Test func `a new app shows its client key this once`() throws {
    let made = try admin.post(
      "/admin/v1/apps", ["name": "Paint", "bundle_id": "org.example.paint"])
    #expect(made.status == 201)
    let withKey = Shape.app.with("client_key", Shape.text)
    #expect(withKey.faults(made.json) == [])
    let key = made.json["client_key"].string ?? ""
    #expect(key.hasPrefix("cak_"))
    #expect(Base64URL.bytes(String(key.dropFirst(4)))?.count == 32)
    let shown = try admin.get("/admin/v1/apps/\(made.json["id"].string ?? "")")
    #expect(Shape.app.faults(shown.json) == [])
    #expect(shown.json == made.json.replacing("client_key", with: .absent))
    #expect(!shown.text.contains("cak_"))
    #expect(!(try admin.get("/admin/v1/apps?limit=500")).text.contains("cak_"))
  }

  @Test func `settings have the defaults of the table`() throws {
    let app = try admin.post("/admin/v1/apps", ["name": "Defaults"]).json
    #expect(app["bundle_id"] == .null)
    #expect(app["features"] == [:])
    let settings = app["settings"]
    #expect(settings.names == Self.settingNames)
    #expect(settings["offline_grace_seconds"] == 172_800)
    #expect(settings["verify_interval_seconds"] == 3600)
    #expect(settings["force_online"] == false)
    #expect(settings["token_ttl_seconds"] == 43_200)
    #expect(settings["request_auth"] == "signed")
    #expect(settings["self_unbind_per_30_days"] == 0)
    let limits = settings["rate_limits"]
    #expect(limits.names == Operator.noLimits.names)
    #expect(limits["activate_device_per_minute"] == 10)
    #expect(limits["activate_address_per_minute"] == 30)
    #expect(limits["renew_device_per_minute"] == 10)
    #expect(limits["verify_token_per_minute"] == 60)
    #expect(limits["unknown_code_address_per_10_minutes"] == 10)
  }

  func patch(_ app: ClientApp, _ body: Json) throws -> HTTPAnswer {
    try admin.patch("/admin/v1/apps/\(app.id)", body)
  }

  @Test func `PATCH merges settings name by name and leaves the rest`() throws {
    let made = try admin.post(
      "/admin/v1/apps",
      ["name": "Before", "bundle_id": "b", "settings": ["verify_interval_seconds": 60]])
    let path = "/admin/v1/apps/\(made.json["id"].string ?? "")"
    let answer = try admin.patch(
      path,
      ["settings": ["force_online": true, "rate_limits": ["renew_device_per_minute": nil]]])
    #expect(answer.status == 200)
    #expect(Shape.app.faults(answer.json) == [])
    let settings = answer.json["settings"]
    #expect(settings["force_online"] == true)
    #expect(settings["verify_interval_seconds"] == 60)
    #expect(settings["rate_limits"]["renew_device_per_minute"] == .null)
    #expect(settings["rate_limits"]["verify_token_per_minute"] == 60)
    #expect(answer.json["name"] == "Before")
    #expect(answer.json["bundle_id"] == "b")
    #expect(answer.json["version"].integer == (made.json["version"].integer ?? 0) + 1)
  }

  @Test func `PATCH replaces features whole`() throws {
    let app = try admin.makeApp(features: ["a": 1, "b": 2])
    #expect(try patch(app, ["features": ["c": 3]]).json["features"] == ["c": 3])
    #expect(try patch(app, ["name": "Other"]).json["features"] == ["c": 3])
    #expect(try patch(app, ["features": [:]]).json["features"] == [:])
  }

  @Test(
    arguments: [
      ["name": ""], ["name": 1], ["name": nil], ["settings": []],
      ["settings": ["force_online": "yes"]], ["settings": ["force_online": nil]],
      ["settings": ["offline_grace_seconds": "1"]], ["settings": ["token_ttl_seconds": nil]],
      ["settings": ["offline_grace_seconds": .number("1.5")]],
      ["settings": ["request_auth": 1]], ["settings": ["rate_limits": nil]],
      ["settings": ["rate_limits": ["verify_token_per_minute": "60"]]],
      ["features": []], ["features": "x"], ["features": nil],
    ] as [Json])
  func `a wrong type is malformed`(body: Json) throws {
    let app = try admin.makeApp()
    #expect(try patch(app, body).faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test(
    arguments: [
      ["settings": ["request_auth": "none"]], ["settings": ["request_auth": "Signed"]],
      ["settings": ["token_ttl_seconds": 0]], ["settings": ["token_ttl_seconds": -1]],
      ["settings": ["offline_grace_seconds": -1]], ["settings": ["verify_interval_seconds": -1]],
      ["settings": ["self_unbind_per_30_days": -1]],
      ["settings": ["rate_limits": ["verify_token_per_minute": 0]]],
      ["settings": ["rate_limits": ["activate_device_per_minute": -5]]],
    ] as [Json])
  func `a value that the rules forbid is refused and changes nothing`(body: Json) throws {
    let app = try admin.makeApp()
    let before = try admin.get("/admin/v1/apps/\(app.id)").json
    #expect(try patch(app, body).faults(asProblem: "VALUE_REFUSED", 422) == [])
    #expect(try admin.get("/admin/v1/apps/\(app.id)").json == before)
  }

  @Test func `features take 16 KiB and no more`() throws {
    let app = try admin.makeApp()
    func features(_ count: Int) -> Json { ["f": .text(String(repeating: "a", count: count))] }
    let overhead = features(0).bytes.count
    #expect(try patch(app, ["features": features(16_384 - overhead)]).status == 200)
    let answer = try patch(app, ["features": features(16_385 - overhead)])
    #expect([400, 422].contains(answer.status))
  }

  @Test(arguments: ["app_aaaaaaaaaaaaa", "app_x", "lic_aaaaaaaaaaaaa", "APP_AAAAAAAAAAAAA", "%20"])
  func `an unknown app, and an id of another form, is not found`(id: String) throws {
    for answer in [
      try admin.get("/admin/v1/apps/\(id)"),
      try admin.patch("/admin/v1/apps/\(id)", ["name": "x"]),
      try admin.post("/admin/v1/apps/\(id)/rotate-key"),
    ] {
      #expect(answer.faults(asProblem: "NOT_FOUND", 404) == [])
    }
  }

  @Test func `a change of settings reaches every worker within a second`() throws {
    let app = try admin.makeApp()
    #expect(try app.config().json["settings"]["verify_interval_seconds"] == 3600)
    #expect(try patch(app, ["settings": ["verify_interval_seconds": 77]]).status == 200)
    let patience = Patience(seconds: 1)
    let seen = try Patience.wait(upTo: 5) {
      try app.config().json["settings"]["verify_interval_seconds"] == 77
    }
    #expect(seen)
    while !patience.isOver {}
    let answers = try Parallel.map(16) { _ in
      try app.config().json["settings"]["verify_interval_seconds"]
    }
    #expect(answers.allSatisfy { $0 == 77 })
  }

  @Test func `after a rotation both keys serve until the overlap ends`() throws {
    let app = try admin.makeApp()
    let turned = try admin.post("/admin/v1/apps/\(app.id)/rotate-key", ["overlap_seconds": 4])
    #expect(turned.status == 200)
    #expect(turned.json.names == ["client_key", "old_key_until"])
    let end = try #require(turned.json["old_key_until"].instant)
    let next = ClientApp(app.http, id: app.id, clientKey: turned.json["client_key"].string ?? "")
    #expect(next.clientKey != app.clientKey)
    #expect(try next.config().status == 200)
    #expect(try app.config().status == 200)
    let refusal = try Patience.wait(upTo: 20) { () -> HTTPAnswer? in
      let answer = try app.config()
      return answer.status == 200 ? nil : answer
    }
    #expect(refusal?.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
    #expect(Instant.now >= end)
    #expect(try next.config().status == 200)
  }

  @Test func `an overlap is a day unless it is named`() throws {
    let app = try admin.makeApp()
    for body in [.absent, [:]] as [Json] {
      let turned = try admin.post("/admin/v1/apps/\(app.id)/rotate-key", body)
      let end = try #require(turned.json["old_key_until"].instant)
      #expect(abs(end - Instant.now - 86_400) <= 5)
    }
  }

  @Test func `apps are listed`() throws {
    let app = try admin.makeApp(name: "Listed")
    let answer = try admin.get("/admin/v1/apps?limit=500")
    #expect(answer.status == 200)
    #expect(Shape.page.faults(answer.json) == [])
    let item = answer.json["items"].items.first { $0["id"] == .text(app.id) }
    #expect(Shape.app.faults(item ?? .absent) == [])
  }
}
