import TestClient
import TestCluster
import Testing

/// Each naughty string in each text that an operator sends: answered as api.md says, and kept as it
/// is, without a change to anything else.
@Suite struct NaughtyOperatorTextTests {
  let cluster: Cluster
  let app: ClientApp
  let texts: [String]

  init() throws {
    cluster = try SharedCluster.get()
    app = try cluster.operator.makeApp()
    texts = try Corpus.naughtyTexts()
  }

  @Test func `a licence keeps it, and shows it`() throws {
    let admin = cluster.operator
    let app = app
    let findings = try AnswerLook.findings(texts) { one in
      let text = Json.text(one.text)
      let order = one.text.scalarCount <= 128 ? text : "order"
      let features: Json = Json.object([]).replacing(one.text, with: text)
        .replacing("nested", with: [text])
      let made = try admin.post(
        "/admin/v1/licenses",
        [
          "app_id": .text(app.id), "plan": "yearly", "remark": text, "order_id": order,
          "features": features,
        ])
      one.look(made, "a licence", allowed: 201)
      let license = made.json["licenses"][0]
      for (field, sent) in [("remark", text), ("order_id", order), ("features", features)] {
        one.same(license[field], sent, field)
      }
      try Self.disable(license, &one, admin)
    }
    #expect(findings == [])
  }

  /// The reason is kept, and nothing else of the licence is another than before.
  private static func disable(_ license: Json, _ one: inout AnswerLook, _ admin: Operator) throws {
    let path = "/admin/v1/licenses/\(license["id"].string ?? "")"
    one.look(
      try admin.post("\(path)/disable", ["reason": .text(one.text)]), "reason", allowed: 200)
    let shown = try admin.get(path)
    one.look(shown, "a licence", allowed: 200)
    one.same(shown.json["disabled_reason"], .text(one.text), "reason")
    for name in ["remark", "order_id", "features", "code", "plan", "expires_at", "devices"] {
      one.same(shown.json[name], license[name], name)
    }
  }

  @Test func `a licence is found by it, literally`() throws {
    let admin = cluster.operator
    let app = try admin.makeApp()
    let texts = texts.filter { (1...200).contains($0.scalarCount) }
    let findings = try AnswerLook.findings(texts) { one in
      let license = try admin.makeLicense(app, ["remark": .text("before \(one.text) after")])
      let answer = try admin.get(
        "/admin/v1/licenses?app_id=\(app.id)&limit=500&q=\(one.text.percentEncoded)")
      one.look(answer, "q", allowed: 200)
      let ids = answer.json["items"].items.map { $0["id"] }
      one.check(ids.contains(license["id"]), "q", "not found in \(ids.count)")
    }
    #expect(findings == [])
  }

  @Test func `an app keeps it, and shows it`() throws {
    let admin = cluster.operator
    let findings = try AnswerLook.findings(texts) { one in
      let text = Json.text(one.text)
      let fits = (1...200).contains(one.text.scalarCount)
      let name = fits ? text : "name"
      let settings: Json = Json.object([]).replacing(one.text, with: text)
      let made = try admin.post(
        "/admin/v1/apps",
        [
          "name": name, "bundle_id": name, "features": settings, "settings": settings,
        ])
      one.look(made, "an app", allowed: 201)
      one.same(made.json["name"], name, "name")
      one.same(made.json["bundle_id"], name, "bundle_id")
      one.same(made.json["features"], settings, "features")
      one.check(made.json["settings"][one.text] == .absent, "settings", made.text)
      try Self.refuseSetting(made.json, &one, admin)
    }
    #expect(findings == [])
  }

  private static func refuseSetting(_ app: Json, _ one: inout AnswerLook, _ admin: Operator) throws
  {
    let path = "/admin/v1/apps/\(app["id"].string ?? "")"
    let answer = try admin.patch(path, ["settings": ["request_auth": .text(one.text)]])
    one.look(answer, "request_auth", allowed: 422)
    one.look(try admin.patch(path, ["settings": .text(one.text)]), "settings", allowed: 400)
    let shown = try admin.get(path).json
    one.same(shown, app.replacing("client_key", with: .absent), "an app")
  }

  @Test func `a value with rules of its own refuses it, and nothing is made`() throws {
    let admin = cluster.operator
    let app = app
    let findings = try AnswerLook.findings(texts) { one in
      for (field, statuses) in [("plan", [422]), ("expires_at", [422]), ("prefix", [400, 422])] {
        let body: Json = ["app_id": .text(app.id), "plan": "trial"]
        let answer = try admin.post(
          "/admin/v1/licenses", body.replacing(field, with: .text(one.text)))
        let isPrefix = field == "prefix" && one.text.isCodePrefix
        one.look(answer, field, allowed: isPrefix ? 201 : answer.status)
        one.check(
          isPrefix || statuses.contains(answer.status), field, "\(answer.status) \(answer.text)")
      }
      let unknown = try admin.post(
        "/admin/v1/licenses", ["app_id": .text(one.text), "plan": "trial"])
      one.look(unknown, "app_id", allowed: 422)
    }
    #expect(findings == [])
  }

  @Test func `a list refuses it as a parameter, or finds nothing by it`() throws {
    let admin = cluster.operator
    let findings = try AnswerLook.findings(texts) { one in
      let text = one.text.percentEncoded
      for name in ["cursor", "sort", "status", "plan", "limit", "expires_before"] {
        let isLimit = name == "limit" && Int(one.text).map { (1...500).contains($0) } == true
        let answer = try admin.get("/admin/v1/licenses?\(name)=\(text)")
        one.look(answer, name, allowed: isLimit ? 200 : 400)
      }
      let byOperator = try admin.get("/admin/v1/logs?operator=\(text)")
      one.look(
        byOperator, "operator", allowed: (1...200).contains(one.text.scalarCount) ? 200 : 400)
      let byApp = try admin.get("/admin/v1/licenses?app_id=\(text)")
      one.look(byApp, "app_id", allowed: 200)
      one.same(byApp.json["total"], 0, "app_id")
      let byNothing = try admin.get("/admin/v1/licenses?\(text)=1")
      one.look(byNothing, "a name", allowed: 200)
    }
    #expect(findings == [])
  }

  @Test func `in a path it is not found`() throws {
    let scene = try Scene(in: cluster)
    let admin = cluster.operator
    let findings = try AnswerLook.findings(texts) { one in
      let text = one.text.percentEncoded
      for path in ["/admin/v1/licenses/\(text)", "/admin/v1/apps/\(text)", "/\(text)"] {
        one.look(try admin.get(path), path, allowed: 404)
      }
      one.look(
        try admin.delete("\(scene.licensePath)/devices/\(text)/x"), "a path", allowed: 404)
      guard !one.text.isEmpty else { return }
      one.look(
        try admin.delete("\(scene.licensePath)/devices/\(text)"), "a device's id", allowed: 404)
    }
    #expect(findings == [])
    #expect(try scene.verify().json["code"] == "VALID")
  }

  @Test func `as a header it names one intention, or is malformed`() throws {
    let admin = cluster.operator
    let app = app
    let findings = try AnswerLook.findings(texts.filter(\.isHeaderValue)) { one in
      let body: Json = ["app_id": .text(app.id), "plan": "trial"]
      let isVisible = one.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      let fits = isVisible && one.text.utf8.count <= 255
      let key: HTTPHeaders = ["Idempotency-Key": one.text]
      let made = try admin.post("/admin/v1/licenses", body, headers: key)
      one.look(made, "Idempotency-Key", allowed: fits ? 201 : 400)
      let again = try admin.post("/admin/v1/licenses", body, headers: key)
      one.look(again, "Idempotency-Key", allowed: made.status)
      if fits { one.same(again.json["licenses"], made.json["licenses"], "Idempotency-Key") }
      let path = "/admin/v1/apps/\(app.id)"
      let patched = try admin.patch(path, ["name": "x"], headers: ["If-Match": one.text])
      one.look(patched, "If-Match", allowed: 200, 400, 412)
    }
    #expect(findings == [])
  }
}

extension String {
  fileprivate var isCodePrefix: Bool {
    (1...8).contains(utf8.count)
      && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }
}
