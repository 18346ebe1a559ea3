import TestClient
import TestCluster
import Testing

/// Ids of another's objects, wherever they may stand, and fields that no call takes (OWASP API1, API3).
@Suite struct ForeignObjectTests {
  let cluster: Cluster
  let own: Scene
  let other: Scene
  /// A key that is bound to `own`'s app.
  let bound: Operator

  init() throws {
    cluster = try SharedCluster.get()
    own = try Scene(in: cluster, license: ["allow_devices": 3])
    other = try Scene(in: cluster)
    bound = try cluster.makeOperator(
      "--scope", "admin", "--scope", "verify", "--app", own.app.id)
  }

  @Test func `in a query another app's ids find nothing`() throws {
    for target in [
      "/admin/v1/licenses?app_id=\(other.app.id)", "/admin/v1/licenses?q=\(other.code)",
      "/admin/v1/licenses?q=\(other.device.id)", "/admin/v1/logs?target=\(other.licenseID)",
      "/admin/v1/logs?target=\(other.app.id)",
    ] {
      let answer = try bound.get(target)
      #expect(answer.status == 404 || answer.json["items"] == [], "\(target): \(answer.text)")
      #expect(!answer.text.contains(other.licenseID) && !answer.text.contains(other.device.id))
      #expect(try !cluster.operator.get(target).json["items"].items.isEmpty, "\(target)")
    }
  }

  @Test func `a cursor of a key that sees all shows a bound key nothing more`() throws {
    let cursor = try cluster.operator.get("/admin/v1/licenses?limit=1").json["next_cursor"]
    let page = try bound.get("/admin/v1/licenses?limit=1&cursor=\(cursor.string ?? "")")
    let items = page.json["items"].items
    #expect(items.allSatisfy { $0["app_id"] == .text(own.app.id) })
  }

  @Test func `a bound key introspects its own app's tokens only`() throws {
    let mine = try bound.post("/v1/introspect", ["access_token": .text(own.token)])
    #expect(mine.json["active"] == true)
    let answer = try bound.post("/v1/introspect", ["access_token": .text(other.token)])
    #expect(answer.json["active"] != true)
    #expect(!answer.text.contains(other.licenseID) && !answer.text.contains(other.device.id))
  }

  @Test func `a bound key enables and deletes nothing of another app`() throws {
    try other.operate("disable")
    #expect(try bound.post("\(other.licensePath)/enable").faults(asProblem: "NOT_FOUND", 404) == [])
    let fresh = try cluster.operator.makeLicense(other.app)
    let path = "/admin/v1/licenses/\(fresh["id"].string ?? "")"
    #expect(try bound.delete(path).faults(asProblem: "NOT_FOUND", 404) == [])
    #expect(try bound.post("/admin/v1/apps", ["name": "mine"]).status >= 400)
    #expect(try other.verify().code == "LICENSE_DISABLED")
  }

  /// One answer for a code that nobody has, that another app has, and that was disabled elsewhere.
  @Test func `an app learns nothing of another app's codes`() throws {
    try other.operate("disable")
    let device = Device.fresh()
    let unknown = try own.app.activate("QQQQ-QQQQ-QQQQ-QQQQ", device)
    for foreign in [
      try own.app.activate(other.code, device), try own.app.renew(other.code, device),
    ] {
      #expect(foreign.faults(asProblem: "LICENSE_NOT_FOUND", 404) == [])
      for name in ["type", "title", "status", "code", "detail"] {
        #expect(foreign.json[name] == unknown.json[name])
      }
      #expect(foreign.headers.lines.map(\.name) == unknown.headers.lines.map(\.name))
    }
  }

  @Test func `a token is worth nothing for another device or licence`() throws {
    let verdict = try own.app.verify(own.token, other.device)
    #expect(verdict.json["code"] == "DEVICE_MISMATCH")
    let mixed = String(own.token.prefix { $0 != "." }) + other.token.drop { $0 != "." }
    #expect(try own.app.verify(mixed).code == "SIGNATURE_INVALID")
  }

  static let foreign: [(name: String, value: Json)] = [
    ("id", "lic_aaaaaaaaaaaaa"), ("status", "active"), ("role", "admin"), ("version", 99),
    ("code", "AAAABBBBCCCCDDDD"), ("created_at", "1999-01-01T00:00:00Z"), ("created_by", "me"),
    ("activated_at", "1999-01-01T00:00:00Z"), ("disabled_at", nil), ("disabled_reason", "none"),
    ("duration_days", 9999), ("row_mac", "00"), ("row_mac_key", 1), ("in_effect", true),
    ("devices", ["used": 0, "limit": nil, "remaining": nil, "over_limit": false]),
  ]

  /// The members of an answer that only the service decides.
  func fixed(_ license: Json) -> [Json] {
    ["id", "app_id", "code", "status", "created_at", "activated_at", "disabled_at", "devices"].map {
      license[$0]
    }
  }

  @Test func `fields that a change does not take bind to nothing`() throws {
    try own.operate("disable", ["reason": "kept"])
    let before = try cluster.operator.license(own.licenseID)
    var body: Json = ["remark": "taken", "app_id": .text(other.app.id)]
    for field in Self.foreign { body = body.replacing(field.name, with: field.value) }
    let after = try own.patch(body)
    #expect(after["remark"] == "taken")
    #expect(fixed(after) == fixed(before))
    #expect(after["disabled_reason"] == "kept")
    #expect(after["version"].integer == before["version"].integer.map { $0 + 1 })
    #expect(try own.verify().code == "LICENSE_DISABLED")
  }

  @Test func `fields that a new licence does not take bind to nothing`() throws {
    var fields: Json = [:]
    for field in Self.foreign where field.name != "devices" {
      fields = fields.replacing(field.name, with: field.value)
    }
    let made = try cluster.operator.makeLicense(own.app, fields)
    #expect(made["id"] != "lic_aaaaaaaaaaaaa" && made["code"] != "AAAABBBBCCCCDDDD")
    #expect(made["status"] == "unactivated" && made["version"] == 1)
    #expect(made["created_at"] != "1999-01-01T00:00:00Z" && made["activated_at"] == .null)
    #expect(made["devices"] == ["used": 0, "limit": 1, "remaining": 1, "over_limit": false])
  }

  @Test func `fields that an app's calls do not take bind to nothing`() throws {
    var body: Json = [
      "code": .text(own.code), "device": own.device.json, "plan": "lifetime", "expires_at": nil,
      "allow_devices": 99, "app_id": .text(other.app.id), "license_id": .text(other.licenseID),
      "features": ["all": true], "token": ["generation": 99], "valid": true,
    ]
    for field in Self.foreign where field.name != "code" {
      body = body.replacing(field.name, with: field.value)
    }
    for call in ["activate", "renew"] {
      let answer = try own.app.post("/v1/\(call)", body)
      #expect(answer.status == 200)
      #expect(answer.json["license"] == own.activation.json["license"])
      #expect(answer.json["device"]["bound_at"] == own.activation.json["device"]["bound_at"])
    }
    let token = try own.renew().json["token"]["access_token"].string ?? ""
    try own.operate("disable")
    let verdict = try own.app.post(
      "/v1/verify", body.replacing("status", with: "active"), by: RequestSigner(token: token))
    #expect(verdict.json["code"] == "LICENSE_DISABLED")
  }

  @Test func `fields that an app does not take from operators bind to nothing`() throws {
    let made = try cluster.operator.post(
      "/admin/v1/apps",
      [
        "name": "x", "id": .text(own.app.id), "client_key": "mine", "version": 7,
        "created_at": "1999-01-01T00:00:00Z",
      ])
    #expect(made.status == 201 && made.json["id"] != .text(own.app.id))
    #expect(made.json["client_key"] != "mine" && made.json["version"] == 1)
    let patched = try bound.patch(
      "/admin/v1/apps/\(own.app.id)",
      ["name": "y", "id": .text(other.app.id), "client_key": "mine", "version": 70])
    #expect(patched.json["id"] == .text(own.app.id) && patched.json["version"] == 2)
    #expect(try own.verify().code == "VALID")
    #expect(try own.renew().status == 200)
  }

  /// One nonce serves one request, however fresh the signature over the next (SIG-01).
  @Test func `a used nonce is refused under a fresh time and signature`() throws {
    let nonce = RequestSigner.freshNonce()
    let signer = RequestSigner(token: own.token)
    func verify(_ ts: Int64, _ body: String) throws -> HTTPAnswer {
      try cluster.http.perform(
        signer.signed(
          HTTPRequest("POST", "/v1/verify", body: Array(body.utf8)), ts: String(ts), nonce: nonce))
    }
    #expect(try verify(RequestSigner.now - 1, "").json["code"] == "VALID")
    #expect(try verify(RequestSigner.now, "{}").faults(asProblem: "NONCE_REPLAYED", 409) == [])
    let stolen = RequestSigner(id: signer.id, secret: RequestSigner(token: other.token).secret)
    let answer = try cluster.http.perform(
      stolen.signed(HTTPRequest("POST", "/v1/verify", body: [])))
    #expect(answer.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }
}
