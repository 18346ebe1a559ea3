import TestClient
import TestCluster
import Testing

/// What operators do to a licence, and what it leaves as it was.
@Suite struct AdminChangeTests {
  let cluster: Cluster
  let scene: Scene
  var admin: Operator { cluster.operator }
  static let day: Int64 = 86_400

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(
      in: cluster,
      license: [
        "allow_devices": 3, "features": ["a": 1], "remark": "r", "order_id": "o",
      ])
  }

  var now: Json { get throws { try admin.license(scene.licenseID) } }

  static let patches: [Json] = [
    ["allow_devices": 7], ["allow_devices": nil], ["features": ["b": 2]], ["features": [:]],
    ["remark": "other"], ["remark": nil], ["order_id": "p"], ["order_id": nil],
    ["expires_at": "2031-01-01T00:00:00Z"],
  ]

  @Test(arguments: patches)
  func `PATCH changes the named fields only, and raises the version`(patch: Json) throws {
    let before = try now
    let answer = try admin.patch(scene.licensePath, patch)
    #expect(answer.status == 200)
    let member = patch.members[0]
    let version = (before["version"].integer ?? 0) + 1
    #expect(answer.headers["ETag"] == "\"\(version)\"")
    #expect(answer.json["version"].integer == version)
    var expected = before.replacing("version", with: Json(version))
    if member.name == "allow_devices" {
      let limit = member.value
      expected = expected.replacing(
        "devices",
        with: [
          "used": 1, "limit": limit, "remaining": limit == .null ? nil : 6, "over_limit": false,
        ])
    } else {
      expected = expected.replacing(member.name, with: member.value)
    }
    for name in expected.names where name != "in_effect" {
      #expect(answer.json[name] == expected[name], "\(name)")
    }
  }

  @Test func `an empty PATCH changes nothing`() throws {
    #expect(try scene.waitUntilInEffect())
    let before = try now
    #expect(try scene.patch([:]) == before)
    #expect(try scene.patch(["unknown": 1]) == before)
  }

  @Test func `a disabled licence stays disabled through edits`() throws {
    try scene.operate("disable", ["reason": "refund"])
    for patch in Self.patches {
      #expect(try scene.patch(patch)["status"] == "disabled")
    }
    #expect(try scene.verify().code == "LICENSE_DISABLED")
    #expect(try now["disabled_reason"] == "refund")
  }

  @Test(
    arguments: [
      ["plan": nil], ["plan": 1], ["expires_at": 1], ["allow_devices": "1"],
      ["allow_devices": .number("1.0")], ["features": nil], ["features": []], ["remark": 1],
      ["remark": .text(String(repeating: "a", count: 1001))], ["order_id": true],
      ["order_id": .text(String(repeating: "a", count: 129))],
    ] as [Json])
  func `a wrong type or a text too long is malformed`(patch: Json) throws {
    let answer = try admin.patch(scene.licensePath, patch)
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test(
    arguments: [
      ["plan": "weekly"], ["allow_devices": 0], ["allow_devices": -1], ["allow_devices": 1_000_001],
    ] as [Json])
  func `a value that the rules forbid is refused and changes nothing`(patch: Json) throws {
    let before = try now
    let answer = try admin.patch(scene.licensePath, patch.replacing("remark", with: "lost"))
    #expect(answer.faults(asProblem: "VALUE_REFUSED", 422) == [])
    #expect(try now == before)
  }

  @Test func `If-Match names the version that is changed`() throws {
    let version = try #require(try now["version"].integer)
    let stale = try admin.patch(
      scene.licensePath, ["remark": "x"], headers: ["If-Match": "\"\(version + 1)\""])
    #expect(stale.faults(asProblem: "VERSION_MISMATCH", 412) == [])
    let fresh = try admin.patch(
      scene.licensePath, ["remark": "x"], headers: ["If-Match": "\"\(version)\""])
    #expect(fresh.status == 200)
    let again = try admin.patch(
      scene.licensePath, ["remark": "y"], headers: ["If-Match": "\"\(version)\""])
    #expect(again.faults(asProblem: "VERSION_MISMATCH", 412) == [])
  }

  @Test func `of two changes of one version one wins`() throws {
    let version = try #require(try now["version"].integer)
    let answers = try Parallel.map(10) { index in
      try admin.patch(
        scene.licensePath, ["remark": "\(index)"], headers: ["If-Match": "\"\(version)\""])
    }
    #expect(answers.count { $0.status == 200 } == 1)
    #expect(answers.count { $0.code == "VERSION_MISMATCH" } == 9)
  }

  @Test func `an end in the past ends at once and null gives it back to the plan`() throws {
    let planned = try now["expires_at"]
    let ended = try scene.patch(["expires_at": "2020-01-01T00:00:00Z"])
    #expect(ended["status"] == "expired")
    #expect(try scene.verify().code == "LICENSE_EXPIRED")
    let restored = try scene.patch(["expires_at": nil])
    #expect(restored["expires_at"] == planned)
    #expect(restored["status"] == "active")
    #expect(try scene.verify().code == "VALID")
  }

  static let plans: [(String, Int64?)] = [
    ("trial", 7), ("monthly", 30), ("yearly", 365), ("lifetime", nil),
  ]

  @Test(arguments: plans)
  func `a change of plan alone gives the end to the new plan`(plan: String, days: Int64?) throws {
    let other: Json = plan == "trial" ? "monthly" : "trial"
    try scene.patch(["plan": other, "expires_at": "2031-01-01"])
    let changed = try scene.patch(["plan": .text(plan)])
    let start = try #require(changed["activated_at"].instant)
    #expect(changed["plan"] == .text(plan))
    #expect(changed["expires_at"].instant == days.map { start + $0 * Self.day })
    let both = try scene.patch(["plan": other, "expires_at": "2031-01-01T00:00:00Z"])
    #expect(both["expires_at"] == "2031-01-01T00:00:00Z")
  }

  @Test func `before first activation the plan's end is null`() throws {
    let license = try admin.makeLicense(scene.app, ["expires_at": "2031-01-01"])
    let path = "/admin/v1/licenses/\(license["id"].string ?? "")"
    #expect(try admin.patch(path, ["plan": "monthly"]).json["expires_at"] == .null)
    let answer = try scene.app.activate(license["code"].string ?? "", .fresh())
    let start = try #require(answer.json["server_time"].instant)
    #expect(answer.json["license"]["expires_at"].instant == start + 30 * Self.day)
  }

  @Test func `disabling twice changes nothing the second time`() throws {
    let first = try scene.operate("disable", ["reason": "one"])
    #expect(first["status"] == "disabled")
    #expect(first["disabled_reason"] == "one")
    #expect(first["disabled_at"].instant != nil)
    #expect(first["in_effect"] == true)
    let second = try scene.operate("disable", ["reason": "two"])
    #expect(second == first)
  }

  @Test func `enabling takes the reason away, and twice changes nothing`() throws {
    try scene.operate("disable")
    let enabled = try scene.operate("enable")
    #expect(enabled["status"] == "active")
    #expect(enabled["disabled_at"] == .null)
    #expect(enabled["disabled_reason"] == .null)
    #expect(try scene.operate("enable") == enabled)
  }

  // EXP-04: the base is max(now, expiry); EXP-03: a month is thirty days.

  @Test func `extending before the end adds to the end`() throws {
    try scene.patch(["expires_at": "2030-12-31T00:00:00Z"])
    #expect(try scene.operate("extend", ["days": 365])["expires_at"] == "2031-12-31T00:00:00Z")
  }

  @Test func `extending after the end adds to now`() throws {
    try scene.patch(["expires_at": "2020-01-01"])
    let extended = try scene.operate("extend", ["days": 365])
    let end = try #require(extended["expires_at"].instant)
    #expect(abs(end - Instant.now - 365 * Self.day) <= 5)
    #expect(extended["status"] == "active")
    #expect(try scene.verify().code == "VALID")
  }

  @Test func `three months are three times thirty days, whatever the month`() throws {
    try scene.patch(["expires_at": "2028-01-31T00:00:00Z"])
    let ends = try (0..<3).map { _ in try scene.operate("extend", ["days": 30])["expires_at"] }
    #expect(ends == ["2028-03-01T00:00:00Z", "2028-03-31T00:00:00Z", "2028-04-30T00:00:00Z"])
  }

  @Test func `before first activation extending lengthens the plan's days`() throws {
    let license = try admin.makeLicense(scene.app, ["plan": "monthly"])
    let path = "/admin/v1/licenses/\(license["id"].string ?? "")"
    let extended = try admin.ok(try admin.post("\(path)/extend", ["days": 5]))
    #expect(extended["expires_at"] == .null)
    #expect(extended["status"] == "unactivated")
    let answer = try scene.app.activate(license["code"].string ?? "", .fresh())
    let start = try #require(answer.json["server_time"].instant)
    #expect(answer.json["license"]["expires_at"].instant == start + 35 * Self.day)
  }

  @Test func `without an end there is nothing to extend`() throws {
    let license = try admin.makeLicense(scene.app, ["plan": "lifetime"])
    let path = "/admin/v1/licenses/\(license["id"].string ?? "")"
    let answer = try admin.post("\(path)/extend", ["days": 5])
    #expect(answer.faults(asProblem: "VALUE_REFUSED", 422) == [])
  }

  @Test func `an end beyond the year 9999 is refused`() throws {
    try scene.patch(["expires_at": "9999-12-31T00:00:00Z"])
    let answer = try admin.post("\(scene.licensePath)/extend", ["days": 1])
    #expect(answer.faults(asProblem: "VALUE_REFUSED", 422) == [])
    #expect(try now["expires_at"] == "9999-12-31T00:00:00Z")
  }

  @Test(arguments: [0, -1, 36_501, Int64.max])
  func `days outside of 1 to 36,500 are refused`(days: Int64) throws {
    let answer = try admin.post("\(scene.licensePath)/extend", ["days": Json(days)])
    #expect(answer.faults(asProblem: "VALUE_REFUSED", 422) == [])
  }

  @Test(arguments: [[:], ["days": "5"], ["days": nil], ["days": .number("1.5")]] as [Json])
  func `days of another form are malformed`(body: Json) throws {
    let answer = try admin.post("\(scene.licensePath)/extend", body)
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test func `a limit below what is in use unbinds nobody and lets nobody in`() throws {
    let second = Device.fresh()
    let third = Device.fresh()
    for device in [second, third] { _ = try scene.app.activate(scene.code, device) }
    let lowered = try scene.patch(["allow_devices": 1])
    #expect(
      lowered["devices"] == ["used": 3, "limit": 1, "remaining": 0, "over_limit": true])
    #expect(try scene.app.activate(scene.code, third).status == 200)
    #expect(try scene.app.activate(scene.code, .fresh()).code == "DEVICE_LIMIT_EXCEEDED")
    #expect(try scene.verify().code == "VALID")
  }
}
