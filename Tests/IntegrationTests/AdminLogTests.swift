import TestClient
import TestCluster
import Testing

/// Who did what: one row per write, in the transaction of the change (ADM-04).
@Suite struct AdminLogTests {
  let cluster: Cluster
  let scene: Scene
  var admin: Operator { cluster.operator }

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(
      in: cluster, license: ["allow_devices": 5],
      device: Device(idfv: "log-\(RequestSigner.freshNonce())", model: "m", systemVersion: "1"))
  }

  func rows(_ target: String) throws -> [Json] {
    try admin.ok(try admin.get("/admin/v1/logs?target=\(target)&limit=500"))["items"].items
  }

  /// The actions that `call` adds to the target's log, oldest first, and their rows.
  func added(_ target: String, by call: () throws -> HTTPAnswer) throws -> [Json] {
    let before = try rows(target).count
    let answer = try call()
    guard (200..<300).contains(answer.status) else { throw UnexpectedAnswer(answer) }
    let fresh = try rows(target).dropLast(before)
    for row in fresh {
      #expect(row["request_id"].string == answer.requestID)
      #expect(Shape.logItem.faults(row) == [])
      #expect(row["target"] == .text(target))
    }
    return fresh.reversed()
  }

  func actions(_ target: String? = nil, _ call: () throws -> HTTPAnswer) throws -> [String] {
    try added(target ?? scene.licenseID, by: call).compactMap { $0["action"].string }
  }

  @Test func `each write of operators leaves one row`() throws {
    let path = scene.licensePath
    let second = Device.fresh()
    _ = try scene.app.activate(scene.code, second)
    #expect(try actions { try admin.patch(path, ["remark": "x"]) } == ["license.update"])
    #expect(try actions { try admin.post("\(path)/disable") } == ["license.disable"])
    #expect(try actions { try admin.post("\(path)/enable") } == ["license.enable"])
    #expect(try actions { try admin.post("\(path)/extend", ["days": 1]) } == ["license.extend"])
    #expect(
      try actions { try admin.delete("\(path)/devices/\(second.id)") } == ["device.unbind"])
    #expect(try actions { try admin.delete("\(path)/devices") } == ["device.unbind_all"])
    let app = "/admin/v1/apps/\(scene.app.id)"
    #expect(try actions(scene.app.id) { try admin.patch(app, ["name": "y"]) } == ["app.update"])
    #expect(
      try actions(scene.app.id) { try admin.post("\(app)/rotate-key") } == ["app.rotate_key"])
  }

  @Test func `a batch writes one row, target the app`() throws {
    let body: Json = ["app_id": .text(scene.app.id), "plan": "trial", "count": 25]
    let made = try actions(scene.app.id) { try admin.post("/admin/v1/licenses", body) }
    #expect(made == ["license.create"])
  }

  @Test func `a new app and a deleted licence leave one row each`() throws {
    let app = try admin.makeApp()
    #expect(try rows(app.id).map { $0["action"] } == ["app.create"])
    let license = try admin.makeLicense(app)
    let id = license["id"].string ?? ""
    #expect(try actions(id) { try admin.delete("/admin/v1/licenses/\(id)") } == ["license.delete"])
  }

  @Test func `what apps do is logged without an operator`() throws {
    let device = Device.fresh()
    let bound = try added(scene.licenseID) { try scene.app.activate(scene.code, device) }
    #expect(bound.map { $0["action"] } == ["device.bind"])
    #expect(bound[0]["operator"] == .null)
    #expect(bound[0]["address"] == "127.0.0.1")
    let parts = scene.device.json["components"]
    let upgraded = Device(
      idfv: parts["idfv"].string ?? "", model: "m", systemVersion: "2")
    let rekeyed = try added(scene.licenseID) { try scene.renew(upgraded) }
    #expect(rekeyed.map { $0["action"] } == ["device.rekey"])
  }

  @Test func `operators are named`() throws {
    let row = try added(scene.licenseID) { try admin.post("\(scene.licensePath)/disable") }[0]
    #expect(row["operator"].string?.isEmpty == false)
    #expect(abs((row["at"].instant ?? 0) - Instant.now) <= 5)
  }

  @Test func `a repeat, a renewal and a change of nothing write no row`() throws {
    let path = scene.licensePath
    #expect(try actions { try scene.activate() } == [])
    #expect(try actions { try scene.renew() } == [])
    #expect(try actions { try scene.verify() } == [])
    #expect(try actions { try admin.patch(path, [:]) } == [])
    #expect(try actions { try admin.patch(path, ["remark": nil]) } == [])
    #expect(try actions { try admin.post("\(path)/enable") } == [])
    _ = try admin.post("\(path)/disable")
    #expect(try actions { try admin.post("\(path)/disable") } == [])
  }

  @Test func `a refused write writes no row`() throws {
    let before = try rows(scene.licenseID).count
    _ = try admin.patch(scene.licensePath, ["allow_devices": 0])
    _ = try admin.post("\(scene.licensePath)/extend", ["days": 0])
    _ = try admin.delete(scene.licensePath)
    _ = try admin.delete("\(scene.licensePath)/devices/stranger-1")
    _ = try scene.app.renew(scene.code, .fresh())
    #expect(try rows(scene.licenseID).count == before)
  }

  @Test func `logs are a list, newest first, filtered and paged`() throws {
    for days in 1...5 { try scene.operate("extend", ["days": Json(Int64(days))]) }
    let target = "target=\(scene.licenseID)"
    let page = try admin.ok(
      try admin.get("/admin/v1/logs?\(target)&action=license.extend&limit=2"))
    #expect(Shape.page.faults(page) == [])
    #expect(page["total"] == 5)
    var seen = page["items"].items.map { $0["id"] }
    var cursor = page["next_cursor"].string
    while let next = cursor {
      let more = try admin.ok(
        try admin.get("/admin/v1/logs?\(target)&action=license.extend&limit=2&cursor=\(next)"))
      seen += more["items"].items.map { $0["id"] }
      cursor = more["next_cursor"].string
    }
    #expect(seen.count == 5)
    #expect(Set(seen.map(\.compact)).count == 5)
    let instants = try rows(scene.licenseID).compactMap { $0["at"].instant }
    #expect(instants.count >= 5)
    #expect(instants == instants.sorted(by: >))
    let row = try rows(scene.licenseID)[0]
    let name = row["operator"].string?.percentEncoded ?? ""
    let byName = try admin.ok(
      try admin.get("/admin/v1/logs?\(target)&operator=\(name)&action=license.extend"))
    #expect(byName["total"] == 5)
  }

  @Test(arguments: ["limit=0", "cursor=!", "action=license.fly"])
  func `a bad parameter is malformed`(query: String) throws {
    let answer = try admin.get("/admin/v1/logs?\(query)")
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test func `the log is append-only for the service's own role`() throws {
    for statement in [
      "update action_logs set action = 'x'", "delete from action_logs", "truncate action_logs",
    ] {
      #expect(throws: ClusterFault.self) { try cluster.sql(statement) }
    }
  }
}
