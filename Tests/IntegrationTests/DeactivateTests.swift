import TestClient
import TestCluster
import Testing

/// POST /v1/deactivate: a device gives its seat back.
@Suite struct DeactivateTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  private func scene(_ quota: Json, license: Json = [:], auth: Json = "signed") throws -> Scene {
    try Scene(
      in: cluster, settings: ["self_unbind_per_30_days": quota, "request_auth": auth],
      license: license)
  }

  /// One more device of the scene's licence, and its token.
  private func bind(_ scene: Scene) throws -> String {
    let answer = try scene.app.activate(scene.code, .fresh())
    return try #require(answer.json["token"]["access_token"].string)
  }

  private func deactivate(_ scene: Scene, _ token: String? = nil) throws -> HTTPAnswer {
    try scene.app.deactivate(token ?? scene.token)
  }

  @Test func `an answer has the form of api.md, and the device is unbound at once`() throws {
    let scene = try scene(nil)
    let answer = try deactivate(scene)
    #expect(answer.status == 200)
    #expect(answer.formFaults == [])
    #expect(Shape(["license": Shape.shaped(Shape.license)]).faults(answer.json) == [])
    #expect(answer.json["license"]["id"] == .text(scene.licenseID))
    #expect(
      answer.json["license"]["devices"]
        == ["used": 0, "limit": 1, "remaining": 1, "over_limit": false])
    #expect(try scene.verify().code == "DEVICE_UNBOUND")
    #expect(try scene.renew().faults(asProblem: "DEVICE_UNBOUND", 403, extra: ["license_id"]) == [])
  }

  @Test func `the last seat can be taken by another device at once`() throws {
    let scene = try scene(nil)
    let other = Device.fresh()
    #expect(try scene.app.activate(scene.code, other).code == "DEVICE_LIMIT_EXCEEDED")
    #expect(try deactivate(scene).status == 200)
    let bound = try scene.app.activate(scene.code, other)
    #expect(bound.status == 200 && bound.json["device"]["new"] == true)
    #expect(try scene.verify().code == "DEVICE_UNBOUND")
    #expect(try deactivate(scene).json["license"]["devices"]["used"] == 1)
  }

  @Test func `apps that did not allow it do not`() throws {
    for scene in [try scene(0), try Scene(in: cluster)] {
      #expect(try deactivate(scene).faults(asProblem: "UNBIND_NOT_ALLOWED", 403) == [])
      #expect(try scene.verify().code == "VALID")
    }
  }

  @Test func `a quota counts by licence, and says how long to wait`() throws {
    let scene = try scene(2, license: ["allow_devices": nil])
    let tokens = try (0..<3).map { _ in try bind(scene) }
    #expect(try deactivate(scene, tokens[0]).status == 200)
    #expect(try deactivate(scene, tokens[0]).status == 200, "again, and not counted again")
    #expect(try deactivate(scene, tokens[1]).status == 200)
    let answer = try deactivate(scene, tokens[2])
    #expect(answer.faults(asProblem: "UNBIND_QUOTA_EXCEEDED", 429) == [])
    let wait = try #require(Int64(answer.headers["Retry-After"] ?? ""))
    #expect((2_591_000...2_592_000).contains(wait))
    #expect(answer.json["retry_after"].integer == wait)
    #expect(answer.headers["RateLimit"] == "\"self_unbind\";r=0;t=\(wait)")
    #expect(answer.headers["RateLimit-Policy"] == "\"self_unbind\";q=2;w=2592000")
    #expect(try scene.app.verify(tokens[2]).code == "VALID")
    let elsewhere = try cluster.operator.makeLicense(scene.app)
    let other = try scene.app.activate(elsewhere["code"].string ?? "", .fresh())
    #expect(try deactivate(scene, other.json["token"]["access_token"].string).status == 200)
  }

  @Test func `what an operator unbinds does not count, and is not given back`() throws {
    let scene = try scene(1, license: ["allow_devices": nil])
    let token = try bind(scene)
    try cluster.operator.ok(
      try cluster.operator.delete("\(scene.licensePath)/devices/\(scene.device.id)"))
    let refused = try deactivate(scene)
    #expect(refused.faults(asProblem: "DEVICE_UNBOUND", 403, extra: ["license_id"]) == [])
    #expect(try deactivate(scene, token).status == 200)
  }

  @Test func `a changed setting counts at once`() throws {
    let scene = try scene(0)
    try cluster.operator.ok(
      try cluster.operator.patch(
        "/admin/v1/apps/\(scene.app.id)", ["settings": ["self_unbind_per_30_days": 1]]))
    #expect(try deactivate(scene).status == 200)
  }

  @Test func `of many at once as many as the quota allows are let through`() throws {
    let scene = try scene(3, license: ["allow_devices": nil])
    let tokens = try (0..<12).map { _ in try bind(scene) }
    let answers = try Parallel.map(12) { try scene.app.deactivate(tokens[$0]) }
    #expect(answers.count { $0.status == 200 } == 3)
    #expect(answers.count { $0.code == "UNBIND_QUOTA_EXCEEDED" } == 9)
    #expect(try cluster.operator.license(scene.licenseID)["devices"]["used"] == 10)
  }

  @Test func `the same request a second time is a replay, a freshly signed one is not`() throws {
    let scene = try scene(1)
    let request = RequestSigner(token: scene.token).signed(
      HTTPRequest("POST", "/v1/deactivate", body: []))
    #expect(try scene.app.http.perform(request).status == 200)
    for _ in 0..<2 {
      let replay = try scene.app.http.perform(request)
      #expect(replay.faults(asProblem: "NONCE_REPLAYED", 409) == [])
    }
    for _ in 0..<2 { #expect(try deactivate(scene).status == 200) }
  }

  @Test func `a refused one keeps its nonce`() throws {
    let scene = try scene(0)
    let request = RequestSigner(token: scene.token).signed(
      HTTPRequest("POST", "/v1/deactivate", body: []))
    #expect(try scene.app.http.perform(request).code == "UNBIND_NOT_ALLOWED")
    #expect(try scene.app.http.perform(request).code == "NONCE_REPLAYED")
  }

  @Test func `licences that are disabled or have ended keep their seats as they are`() throws {
    let disabled = try scene(nil)
    try disabled.operate("disable")
    #expect(try deactivate(disabled).faults(asProblem: "LICENSE_DISABLED", 403) == [])
    try disabled.operate("enable")
    #expect(try deactivate(disabled).status == 200)
    try disabled.operate("disable")
    let again = try deactivate(disabled)
    #expect(again.status == 200 && again.json["license"]["status"] == "disabled")

    let ended = try scene(nil)
    try ended.patch(["expires_at": "2020-01-01"])
    #expect(try deactivate(ended).faults(asProblem: "LICENSE_EXPIRED", 403) == [])
  }

  @Test func `only its own token proves a device`() throws {
    let scene = try scene(nil)
    let other = try self.scene(nil)
    let byApp = try scene.app.post("/v1/deactivate", [:])
    #expect(byApp.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
    let unsigned = try scene.app.http.perform(HTTPRequest("POST", "/v1/deactivate", body: []))
    #expect(unsigned.faults(asProblem: "SIGNATURE_MISSING", 401) == [])
    let forged = scene.token.dropLast(43) + String(repeating: "A", count: 43)
    #expect(try deactivate(scene, String(forged)).code == "SIGNATURE_INVALID")
    #expect(try deactivate(other).status == 200)
    #expect(try scene.verify().code == "VALID", "another's token ends another's seat")
    let get = try scene.app.send(
      HTTPRequest("GET", "/v1/deactivate"), by: RequestSigner(token: scene.token))
    #expect(get.faults(asProblem: "METHOD_NOT_ALLOWED", 405) == [])
  }

  @Test func `a bearer will do where the app says so, and nowhere else`() throws {
    let bearer = try scene(nil, auth: "bearer")
    let signed = try scene(nil)
    for (scene, status) in [(bearer, 200), (bearer, 200), (signed, 401)] {
      let answer = try scene.app.http.perform(
        HTTPRequest(
          "POST", "/v1/deactivate", headers: ["Authorization": "Bearer \(scene.token)"],
          body: []))
      #expect(answer.status == status)
    }
    #expect(try bearer.verify().code == "DEVICE_UNBOUND")
    #expect(try signed.verify().code == "VALID")
  }

  @Test(arguments: [nil, "", "{}", #"{"device":{"id":"whoever"}}"#] as [String?])
  func `nothing need be said in the body`(body: String?) throws {
    let scene = try scene(nil)
    let request = HTTPRequest("POST", "/v1/deactivate", body: body.map { Array($0.utf8) })
    let answer = try scene.app.send(request, by: RequestSigner(token: scene.token))
    #expect(answer.status == 200)
  }

  @Test func `a body that is no object spends no nonce and frees no seat`() throws {
    let scene = try scene(nil)
    let request = HTTPRequest("POST", "/v1/deactivate", body: Array("[]".utf8))
    let answer = try scene.app.send(request, by: RequestSigner(token: scene.token))
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
    #expect(try scene.verify().code == "VALID")
  }

  @Test func `the log says that the app did it`() throws {
    let scene = try scene(nil)
    let answer = try deactivate(scene)
    let log = try cluster.operator.ok(
      try cluster.operator.get("/admin/v1/logs?target=\(scene.licenseID)&action=device.unbind"))
    let item = log["items"][0]
    #expect(log["total"] == 1)
    #expect(item["operator"] == .null)
    #expect(item["detail"]["device"] == .text(scene.device.id))
    #expect(item["request_id"].string == answer.requestID)
    #expect(try cluster.operator.license(scene.licenseID)["devices"]["used"] == 0)
  }
}
