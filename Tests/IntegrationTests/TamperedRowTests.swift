import TestClient
import TestCluster
import Testing

/// Rows of `licenses` edited behind a running cluster's back (data.md: what the row MAC covers).
@Suite struct TamperedRowTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(
      in: cluster, license: ["allow_devices": 5, "features": ["pro": false], "order_id": "o-1"])
  }

  func edit(_ assignment: String, of license: Json? = nil) throws {
    let row = (license ?? scene.license)["id"].rowID
    try cluster.sql("update licenses set \(assignment) where id = \(row)")
    try forget(license)
  }

  /// Has the next verdict read the row.
  func forget(_ license: Json? = nil) throws {
    let id = ((license ?? scene.license)["id"].string ?? "").dropFirst(4)
    let redis = try cluster.redis()
    for key in try redis.keys("cs:*:l:\(id)") { try redis.call("DEL", key) }
  }

  /// Every call that reads or changes the licence.
  func calls(_ device: Device) throws -> [(String, HTTPAnswer)] {
    let admin = cluster.operator
    let path = scene.licensePath
    return [
      ("activate", try scene.activate()),
      ("activate more", try scene.app.activate(scene.code, device)),
      ("renew", try scene.renew()), ("patch", try admin.patch(path, ["allow_devices": 6])),
      ("remark", try admin.patch(path, ["remark": "x"])),
      ("disable", try admin.post("\(path)/disable")), ("enable", try admin.post("\(path)/enable")),
      ("extend", try admin.post("\(path)/extend", ["days": 1])),
      ("unbind", try admin.delete("\(path)/devices/\(scene.device.id)")),
      ("unbind all", try admin.delete("\(path)/devices")), ("delete", try admin.delete(path)),
    ]
  }

  func expectTampered() throws {
    #expect(try scene.verify().code == "LICENSE_TAMPERED")
    for (call, answer) in try calls(.fresh()) {
      #expect(answer.faults(asProblem: "LICENSE_TAMPERED", 403) == [], "\(call)")
    }
    // What a refused call would have written is not there either.
    #expect(try scene.verify().code == "LICENSE_TAMPERED")
  }

  static let edits: [(String, String)] = [
    ("plan = 'lifetime'", "VALID"), ("duration_days = 9999", "VALID"),
    ("duration_days = null", "VALID"), ("expires_at = expires_at + interval '1 second'", "VALID"),
    ("expires_at = null", "VALID"), ("allow_devices = 99", "VALID"),
    ("allow_devices = null", "VALID"), ("activated_at = activated_at - interval '1 day'", "VALID"),
    ("disabled_at = now()", "LICENSE_DISABLED"), ("features = '{\"pro\":true}'", "VALID"),
    ("version = version + 1", "VALID"), ("row_mac = '\\x'", "VALID"),
    ("row_mac = decode(repeat('00', 32), 'hex')", "VALID"), ("row_mac_key = 2", "VALID"),
    ("row_mac_key = 300", "VALID"),
  ]

  @Test(arguments: edits)
  func `an edited column is met by every call, until the row is resealed with what it says`(
    edit assignment: String, verdict: String
  ) throws {
    try edit(assignment)
    try expectTampered()
    let bound = "select count(*) from device_bindings where license_id = "
    #expect(try cluster.number("\(bound)\(scene.license["id"].rowID) and unbound_at is null") == 1)
    let resealed = try cluster.countersign("license", "reseal", scene.licenseID)
    #expect(resealed.status == 0, "\(resealed.errors)")
    #expect(try Patience.wait(upTo: 20) { try scene.verify().code == verdict })
    let log = try cluster.operator.get("/admin/v1/logs?target=\(scene.licenseID)").json["items"]
      .items
    #expect(log.count { $0["action"] == "license.reseal" } == 1)
  }

  /// By the code that it was sold under such a row is not found; by the other it is tampered.
  @Test func `an edited code gives nobody the licence`() throws {
    let other = "ZZZZ" + scene.code.replacing("-", with: "").dropFirst(4)
    try edit("code = '\(other)'")
    #expect(try scene.verify().code == "LICENSE_TAMPERED")
    #expect(try scene.activate().code == "LICENSE_NOT_FOUND")
    #expect(try scene.app.activate(other, .fresh()).code == "LICENSE_TAMPERED")
    #expect(try cluster.operator.post("\(scene.licensePath)/disable").code == "LICENSE_TAMPERED")
  }

  @Test func `a licence moved to another app serves neither`() throws {
    let thief = try Scene(in: cluster)
    try edit("app_id = \(thief.license["app_id"].rowID)")
    #expect(try thief.app.activate(scene.code, .fresh()).code == "LICENSE_TAMPERED")
    #expect(try thief.app.renew(scene.code, scene.device).code == "LICENSE_TAMPERED")
    #expect(try scene.activate().code == "LICENSE_NOT_FOUND")
    #expect(try scene.verify().json["valid"] != true)
  }

  @Test func `seals swapped between two rows fit neither`() throws {
    let other = try Scene(in: cluster, license: ["allow_devices": 5])
    let rows = [scene, other].map(\.license["id"].rowID)
    try cluster.sql(
      """
      update licenses l set row_mac = o.row_mac, row_mac_key = o.row_mac_key from licenses o
      where (l.id = \(rows[0]) and o.id = \(rows[1])) or (l.id = \(rows[1]) and o.id = \(rows[0]))
      """)
    try forget()
    try forget(other.license)
    try expectTampered()
    #expect(try other.verify().code == "LICENSE_TAMPERED")
    #expect(try other.renew().code == "LICENSE_TAMPERED")
  }

  @Test(arguments: ["row_mac = null", "row_mac_key = null", "version = null"])
  func `a row without a seal cannot be`(assignment: String) throws {
    #expect(throws: ClusterFault.self) { try edit(assignment) }
    #expect(try scene.verify().code == "VALID")
  }

  @Test(arguments: ["remark = 'by hand'", "order_id = 'by hand'", "created_by = 'by hand'"])
  func `a column that decides nothing may be edited`(assignment: String) throws {
    try edit(assignment)
    #expect(try scene.verify().code == "VALID")
    #expect(try scene.renew().status == 200)
    try scene.patch(["allow_devices": 6])
    #expect(try scene.app.activate(scene.code, .fresh()).status == 200)
  }

  /// A limit, not a promise: every byte of it was once true.
  @Test func `a whole older row put back is not seen by its seal`() throws {
    let row = scene.license["id"].rowID
    let old = try cluster.sql("select row_to_json(l) from licenses l where id = \(row)")
    let text = try #require(old.first?.first).replacing("'", with: "''")
    try scene.operate("disable")
    #expect(try scene.activate().code == "LICENSE_DISABLED")
    let columns = "disabled_at, disabled_reason, version, row_mac, row_mac_key"
    try cluster.sql(
      """
      update licenses set (\(columns)) =
        (select \(columns) from json_populate_record(null::licenses, '\(text)')) where id = \(row)
      """)
    #expect(try scene.activate().status == 200)
    // Redis has the version that was revoked, and keeps it.
    #expect(try scene.verify().code == "LICENSE_DISABLED")
    try forget()
    #expect(try scene.verify().code == "VALID")
  }
}
