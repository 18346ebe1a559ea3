import TestClient
import TestCluster
import Testing

/// Licences: making and reading them.
@Suite struct AdminLicenseTests {
  let cluster: Cluster
  let app: ClientApp
  var admin: Operator { cluster.operator }

  init() throws {
    cluster = try SharedCluster.get()
    app = try cluster.operator.makeApp()
  }

  func make(_ fields: Json) throws -> HTTPAnswer {
    var body: Json = ["app_id": .text(app.id), "plan": "yearly"]
    for member in fields.members { body = body.replacing(member.name, with: member.value) }
    return try admin.post("/admin/v1/licenses", body)
  }

  @Test func `a new licence has the form and the defaults of api.md`() throws {
    let made = try make([:])
    #expect(made.status == 201)
    #expect(made.json.names == ["licenses"])
    #expect(made.json["licenses"].items.count == 1)
    let license = made.json["licenses"][0]
    #expect(Shape.adminLicense.faults(license) == [])
    #expect(license["app_id"] == .text(app.id))
    #expect(license["status"] == "unactivated")
    #expect(license["devices"] == ["used": 0, "limit": 1, "remaining": 1, "over_limit": false])
    #expect(license["features"] == [:])
    #expect(license["version"] == 1)
    #expect(license["in_effect"] == true)
    #expect(abs((license["created_at"].instant ?? 0) - Instant.now) <= 5)
  }

  @Test func `a licence shows what it was made with, under its version`() throws {
    let license = try admin.makeLicense(
      app,
      [
        "plan": "monthly", "allow_devices": 5, "prefix": "PRE", "features": ["x": [1, nil]],
        "remark": "for Ada", "order_id": "77", "expires_at": "2030-01-31",
      ])
    let answer = try admin.get("/admin/v1/licenses/\(license["id"].string ?? "")")
    #expect(answer.status == 200)
    #expect(answer.json == license)
    #expect(answer.headers["ETag"] == "\"1\"")
    #expect(license["plan"] == "monthly")
    #expect(license["devices"]["limit"] == 5)
    #expect(license["features"] == ["x": [1, nil]])
    #expect(license["remark"] == "for Ada")
    #expect(license["order_id"] == "77")
    #expect(license["expires_at"] == "2030-02-01T00:00:00Z")
  }

  static let instants: [(String, String)] = [
    ("2027-01-31", "2027-02-01T00:00:00Z"), ("2024-02-29", "2024-03-01T00:00:00Z"),
    ("2027-12-31", "2028-01-01T00:00:00Z"), ("2027-01-31T12:00:00Z", "2027-01-31T12:00:00Z"),
    ("2027-01-31T12:00:00.999Z", "2027-01-31T12:00:00Z"),
    ("2027-02-01T09:00:00+09:00", "2027-02-01T00:00:00Z"),
    ("2027-01-31T16:00:00-08:00", "2027-02-01T00:00:00Z"),
    ("2027-01-31T23:59:59.5+00:00", "2027-01-31T23:59:59Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
  ]

  @Test(arguments: instants)
  func `an end is an instant, a bare date the end of that UTC day`(
    given: String, stored: String
  ) throws {
    #expect(try admin.makeLicense(app, ["expires_at": .text(given)])["expires_at"] == .text(stored))
  }

  @Test func `app and plan are required`() throws {
    for body in [[:], ["app_id": .text(app.id)], ["plan": "yearly"]] as [Json] {
      let answer = try admin.post("/admin/v1/licenses", body)
      #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
    }
  }

  @Test(arguments: [
    "", "soon", "2027-02-30", "2027-13-01", "2027-1-1", "1969-12-31", "1969-12-31T23:59:59Z",
    "10000-01-01", "2027-01-31T12:00:00", "2027-01-31 12:00", "2027-01-31T24:00:01Z",
    "2027-01-31T12:00:00+25:00", "1767225600", "0000-00-00", "2027-02-29T00:00:00Z",
  ])
  func `a text that is no such instant is refused`(text: String) throws {
    let answer = try make(["expires_at": .text(text)])
    #expect([400, 422].contains(answer.status), "\(answer.text)")
    #expect(["REQUEST_MALFORMED", "VALUE_REFUSED"].contains(answer.code))
  }

  @Test(
    arguments: [
      ["app_id": 1], ["app_id": nil], ["plan": nil],
      ["plan": 1], ["count": "1"], ["count": .number("1.5")], ["count": .number("1e2")],
      ["count": nil], ["allow_devices": "1"], ["prefix": 1], ["expires_at": 1], ["features": []],
      ["features": "x"], ["remark": 1], ["order_id": []],
      ["remark": .text(String(repeating: "a", count: 1001))],
      ["order_id": .text(String(repeating: "a", count: 129))],
    ] as [Json])
  func `a missing field, a wrong type or a text too long is malformed`(fields: Json) throws {
    #expect(try make(fields).faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test(
    arguments: [
      ["app_id": "app_aaaaaaaaaaaaa"], ["app_id": "no app"], ["plan": "weekly"], ["plan": ""],
      ["plan": "Yearly"], ["count": 0], ["count": -1], ["count": 10_001], ["allow_devices": 0],
      ["allow_devices": -1], ["allow_devices": 1_000_001],
    ] as [Json])
  func `a value that the rules forbid is refused`(fields: Json) throws {
    #expect(try make(fields).faults(asProblem: "VALUE_REFUSED", 422) == [])
  }

  @Test func `limits themselves are taken`() throws {
    for fields in [
      ["allow_devices": 1_000_000], ["allow_devices": nil], ["expires_at": nil],
      ["remark": .text(String(repeating: "🏁", count: 1000))],
      ["order_id": .text(String(repeating: "é", count: 128))], ["remark": nil],
      ["order_id": nil], ["features": [:]],
    ] as [Json] {
      #expect(try make(fields).status == 201, "\(fields.compact.prefix(80))")
    }
  }

  @Test func `exactly count distinct codes, or none`() throws {
    let answer = try make(["count": 1000, "prefix": "B"])
    let codes = answer.json["licenses"].items.compactMap { $0["code"].string }
    #expect(codes.count == 1000)
    #expect(Set(codes).count == 1000)
    #expect(codes.allSatisfy { $0.hasPrefix("B-") && $0.utf8.count == 21 })
    let before = try admin.get("/admin/v1/licenses?app_id=\(app.id)").json["total"]
    #expect(before == 1000)
    #expect(try make(["count": 10_001]).status == 422)
    #expect(try admin.get("/admin/v1/licenses?app_id=\(app.id)").json["total"] == before)
  }

  @Test func `ten thousand are made in one call`() throws {
    let answer = try make(["count": 10_000])
    #expect(answer.status == 201)
    let codes = Set(answer.json["licenses"].items.compactMap { $0["code"].string })
    #expect(codes.count == 10_000)
    #expect(try admin.get("/admin/v1/licenses?app_id=\(app.id)").json["total"] == 10_000)
  }

  static let unknown = ["lic_aaaaaaaaaaaaa", "lic_x", "app_aaaaaaaaaaaaa", "LIC_AAAAAAAAAAAAA"]

  @Test(arguments: unknown)
  func `an unknown licence, and an id of another form, is not found`(id: String) throws {
    let path = "/admin/v1/licenses/\(id)"
    for answer in [
      try admin.get(path), try admin.patch(path, ["remark": "x"]), try admin.delete(path),
      try admin.post("\(path)/disable"), try admin.post("\(path)/enable"),
      try admin.post("\(path)/extend", ["days": 1]), try admin.get("\(path)/devices"),
      try admin.delete("\(path)/devices"), try admin.delete("\(path)/devices/device-1"),
    ] {
      #expect(answer.faults(asProblem: "NOT_FOUND", 404) == [])
    }
  }

  @Test func `a licence that was never activated may be deleted`() throws {
    let license = try admin.makeLicense(app)
    let path = "/admin/v1/licenses/\(license["id"].string ?? "")"
    let answer = try admin.delete(path)
    #expect(answer.status == 204)
    #expect(answer.body.isEmpty)
    #expect(answer.requestID != nil)
    #expect(try admin.get(path).status == 404)
    let code = license["code"].string ?? ""
    #expect(try app.activate(code, .fresh()).code == "LICENSE_NOT_FOUND")
    #expect(try admin.delete(path).faults(asProblem: "NOT_FOUND", 404) == [])
  }

  @Test func `a licence that was activated cannot be deleted, its devices gone or not`() throws {
    let scene = try Scene(in: cluster)
    #expect(try admin.delete(scene.licensePath).faults(asProblem: "CONFLICT", 409) == [])
    #expect(try admin.delete("\(scene.licensePath)/devices").status == 200)
    #expect(try admin.delete(scene.licensePath).faults(asProblem: "CONFLICT", 409) == [])
  }
}
