import TestClient
import TestCluster
import Testing

/// Operator keys: scopes, apps, ends.
@Suite struct OperatorKeyTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  @Test(arguments: [
    nil, "Bearer", "Bearer ", "Bearer csk_", "Bearer x", "Basic dXNlcjpwYXNz",
    "Bearer csk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  ])
  func `a key that is absent or unknown is invalid`(value: String?) throws {
    for target in ["/admin/v1/apps", "/admin/v1/licenses", "/admin/v1/logs"] {
      var request = HTTPRequest("GET", target)
      request.headers["Authorization"] = value
      let answer = try cluster.http.perform(request)
      #expect(answer.faults(asProblem: "KEY_INVALID", 401) == [])
    }
    var request = HTTPRequest("POST", "/v1/introspect", body: Array(#"{"access_token":"x"}"#.utf8))
    request.headers["Authorization"] = value
    #expect(
      try cluster.http.perform(request).faults(asProblem: "KEY_INVALID", 401) == [])
  }

  @Test func `a key is compared whole`() throws {
    let key = cluster.operator.key
    #expect(key.hasPrefix("csk_"))
    #expect(Base64URL.bytes(String(key.dropFirst(4)))?.count == 32)
    for other in [key + "A", String(key.dropLast()), key.lowercased() + "=", key + "="] {
      #expect(
        try Operator(cluster.http, key: other).get("/admin/v1/apps").code == "KEY_INVALID")
    }
  }

  @Test func `an app's signature is no operator key`() throws {
    let app = try cluster.operator.makeApp()
    let answer = try app.send(HTTPRequest("GET", "/admin/v1/apps"), by: app.signer)
    #expect(answer.faults(asProblem: "KEY_INVALID", 401) == [])
  }

  @Test func `read reads and does not write`() throws {
    let scene = try Scene(in: cluster)
    let reader = try cluster.makeOperator("--scope", "read")
    let path = scene.licensePath
    for target in [
      "/admin/v1/apps", "/admin/v1/apps/\(scene.app.id)", "/admin/v1/licenses", path,
      "\(path)/devices", "/admin/v1/logs",
    ] {
      #expect(try reader.get(target).status == 200, "\(target)")
      #expect(try reader.call("HEAD", target).status == 200, "\(target)")
    }
    for answer in [
      try reader.post("/admin/v1/apps", ["name": "x"]),
      try reader.patch("/admin/v1/apps/\(scene.app.id)", ["name": "x"]),
      try reader.post("/admin/v1/apps/\(scene.app.id)/rotate-key"),
      try reader.post("/admin/v1/licenses", ["app_id": .text(scene.app.id), "plan": "trial"]),
      try reader.patch(path, ["remark": "x"]), try reader.post("\(path)/disable"),
      try reader.post("\(path)/enable"), try reader.post("\(path)/extend", ["days": 1]),
      try reader.delete("\(path)/devices/\(scene.device.id)"),
      try reader.delete("\(path)/devices"), try reader.delete(path),
    ] {
      #expect(answer.faults(asProblem: "SCOPE_MISSING", 403) == [])
    }
  }

  @Test func `a key bound to an app sees that app only`() throws {
    let own = try Scene(in: cluster)
    let other = try Scene(in: cluster)
    let bound = try cluster.makeOperator("--scope", "admin", "--app", own.app.id)
    #expect(try bound.get("/admin/v1/apps/\(own.app.id)").status == 200)
    #expect(try bound.get(own.licensePath).status == 200)
    let path = other.licensePath
    for answer in [
      try bound.get("/admin/v1/apps/\(other.app.id)"),
      try bound.patch("/admin/v1/apps/\(other.app.id)", ["name": "x"]),
      try bound.post("/admin/v1/apps/\(other.app.id)/rotate-key"), try bound.get(path),
      try bound.patch(path, ["remark": "x"]), try bound.post("\(path)/disable"),
      try bound.post("\(path)/extend", ["days": 1]), try bound.get("\(path)/devices"),
      try bound.delete("\(path)/devices/\(other.device.id)"), try bound.delete("\(path)/devices"),
      try bound.delete(path),
    ] {
      #expect(answer.faults(asProblem: "NOT_FOUND", 404) == [])
    }
    let apps = try bound.get("/admin/v1/apps").json
    #expect(apps["items"].items.map { $0["id"] } == [.text(own.app.id)])
    let licenses = try bound.get("/admin/v1/licenses?limit=500").json["items"].items
    #expect(licenses.allSatisfy { $0["app_id"] == .text(own.app.id) })
    #expect(licenses.count == 1)
    let logs = try bound.get("/admin/v1/logs?limit=500").json["items"].items
    #expect(logs.contains { $0["target"] == .text(own.licenseID) })
    #expect(!logs.contains { $0["target"] == .text(other.licenseID) })
    let foreign = try bound.post(
      "/admin/v1/licenses", ["app_id": .text(other.app.id), "plan": "trial"])
    #expect(foreign.faults(asProblem: "VALUE_REFUSED", 422) == [])
    #expect(try other.verify().code == "VALID")
  }

  @Test func `a key ends when it says`() throws {
    let end = Instant.text(Instant.now + 3)
    let caller = try cluster.makeOperator("--scope", "admin", "--expires", end)
    #expect(try caller.get("/admin/v1/apps").status == 200)
    let refusal = try Patience.wait(upTo: 15) { () -> HTTPAnswer? in
      let answer = try caller.get("/admin/v1/apps")
      return answer.status == 200 ? nil : answer
    }
    #expect(refusal?.faults(asProblem: "KEY_INVALID", 401) == [])
  }
}
