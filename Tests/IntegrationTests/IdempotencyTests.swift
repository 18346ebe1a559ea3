import TestClient
import TestCluster
import Testing

/// `Idempotency-Key`: the same key, target and body make nothing new (SIG-04).
@Suite struct IdempotencyTests {
  let cluster: Cluster
  let app: ClientApp
  let key: HTTPHeaders
  var admin: Operator { cluster.operator }

  init() throws {
    cluster = try SharedCluster.get()
    app = try cluster.operator.makeApp()
    key = ["Idempotency-Key": "order-\(RequestSigner.freshNonce())"]
  }

  var order: Json { ["app_id": .text(app.id), "plan": "trial", "count": 3, "order_id": "77"] }

  func total() throws -> Json { try admin.get("/admin/v1/licenses?app_id=\(app.id)").json["total"] }

  @Test func `a repeat shows what the first made`() throws {
    let first = try admin.post("/admin/v1/licenses", order, headers: key)
    let second = try admin.post("/admin/v1/licenses", order, headers: key)
    #expect(first.status == 201)
    #expect((200..<300).contains(second.status))
    #expect(first.json == second.json)
    #expect(try total() == 3)
  }

  @Test func `a repeat shows it as it is now`() throws {
    let first = try admin.post("/admin/v1/licenses", order, headers: key)
    let id = first.json["licenses"][0]["id"].string ?? ""
    _ = try admin.patch("/admin/v1/licenses/\(id)", ["remark": "changed"])
    let second = try admin.post("/admin/v1/licenses", order, headers: key)
    let shown = second.json["licenses"].items.first { $0["id"] == .text(id) }
    #expect(shown?["remark"] == "changed")
    #expect(shown?["version"] == 2)
  }

  @Test func `ten at once make one batch`() throws {
    let answers = try Parallel.map(10) { _ in
      try admin.post("/admin/v1/licenses", order, headers: key)
    }
    let made = answers.filter { (200..<300).contains($0.status) }
    #expect(!made.isEmpty)
    #expect(Set(made.map { $0.json["licenses"].compact }).count == 1)
    #expect(answers.allSatisfy { (200..<300).contains($0.status) || $0.code == "CONFLICT" })
    #expect(try total() == 3)
  }

  @Test func `another body under the key is refused and the first stays`() throws {
    let first = try admin.post("/admin/v1/licenses", order, headers: key)
    let other = try admin.post(
      "/admin/v1/licenses", order.replacing("count", with: 4), headers: key)
    #expect(other.faults(asProblem: "VALUE_REFUSED", 422) == [])
    #expect(try admin.post("/admin/v1/licenses", order, headers: key).json == first.json)
    #expect(try total() == 3)
  }

  @Test func `another target under the key is refused`() throws {
    _ = try admin.post("/admin/v1/licenses", order, headers: key)
    let other = try admin.post("/admin/v1/apps", order, headers: key)
    #expect(other.status == 422 || other.status == 400)
    let query = try admin.post("/admin/v1/licenses?x=1", order, headers: key)
    #expect(query.faults(asProblem: "VALUE_REFUSED", 422) == [])
  }

  @Test func `a repeat shows no secret`() throws {
    let first = try admin.post("/admin/v1/apps", ["name": "Once"], headers: key)
    let second = try admin.post("/admin/v1/apps", ["name": "Once"], headers: key)
    #expect(first.json["client_key"].string != nil)
    #expect(second.json["id"] == first.json["id"])
    #expect(!second.text.contains("cak_"))
    let turn = "/admin/v1/apps/\(app.id)/rotate-key"
    let other: HTTPHeaders = ["Idempotency-Key": "turn-\(RequestSigner.freshNonce())"]
    let turned = try admin.post(turn, [:], headers: other)
    let again = try admin.post(turn, [:], headers: other)
    #expect(!again.text.contains("cak_"))
    let holder = ClientApp(app.http, id: app.id, clientKey: turned.json["client_key"].string ?? "")
    #expect(try holder.config().status == 200)
  }

  @Test func `extending under one key extends once`() throws {
    let license = try admin.makeLicense(app, ["expires_at": "2030-01-01T00:00:00Z"])
    let path = "/admin/v1/licenses/\(license["id"].string ?? "")/extend"
    for _ in 0..<3 {
      let answer = try admin.post(path, ["days": 1], headers: key)
      #expect(answer.json["expires_at"] == "2030-01-02T00:00:00Z")
    }
    #expect(
      try admin.post(path, ["days": 1]).json["expires_at"] == "2030-01-03T00:00:00Z")
  }

  @Test func `a key belongs to its operator`() throws {
    let other = try cluster.makeOperator("--scope", "admin")
    let first = try admin.post("/admin/v1/licenses", order, headers: key)
    let second = try other.post("/admin/v1/licenses", order, headers: key)
    #expect(second.status == 201)
    #expect(first.json != second.json)
    #expect(try total() == 6)
  }
}
