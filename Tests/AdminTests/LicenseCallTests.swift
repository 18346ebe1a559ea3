import Instants
import JSON
import LicenseStore
import Licensing
import Testing

@testable import Admin

struct LicenseCallTests {
  private let admin: AdminFixture
  private let app: String

  init() throws {
    admin = try AdminFixture()
    app = try admin.makeApp()
    _ = admin.publisher.takeChanges()
  }

  @Test func `a new licence is as it was asked for`() throws {
    let made = try admin.call(
      "POST", "/licenses",
      #"{"app_id":"\#(app)","plan":"yearly","prefix":"PRE","allow_devices":3,"remark":"r","#
        + #""order_id":"o","features":{"b":1.50,"a":null}}"#)
    #expect(made.status == 201)
    let license = try #require(made["licenses"]?.array?.first)
    #expect(
      license.object?.members.map(\.name) == [
        "id", "app_id", "code", "status", "plan", "expires_at", "devices", "features", "remark",
        "order_id", "created_at", "activated_at", "disabled_at", "disabled_reason", "version",
        "in_effect",
      ])
    let code = try #require(license["code"]?.string)
    #expect(code.hasPrefix("PRE-") && code.utf8.count == 4 + 19)
    #expect(license["status"]?.string == "unactivated")
    #expect(license["expires_at"] == .null)
    #expect(
      license["devices"]?.compactText
        == #"{"used":0,"limit":3,"remaining":3,"over_limit":false}"#)
    #expect(license["features"]?.compactText == #"{"b":1.50,"a":null}"#)
    #expect(license["in_effect"]?.bool == true)
    let id = try #require(license["id"]?.string)
    let read = try admin.call("GET", "/licenses/\(id)")
    #expect(read.headers["etag"] == #""1""#)
    #expect(read.body.compactText == license.compactText)
  }

  @Test func `unlimited is null`() throws {
    let license = try admin.makeLicense(app, #""plan":"lifetime","allow_devices":null"#)
    #expect(
      license["devices"]?.compactText
        == #"{"used":0,"limit":null,"remaining":null,"over_limit":false}"#)
  }

  @Test func `a bare date is the end of that UTC day`() throws {
    let license = try admin.makeLicense(app, #""plan":"trial","expires_at":"2027-01-31""#)
    #expect(license["expires_at"]?.string == "2027-02-01T00:00:00Z")
  }

  @Test func `a batch is exactly as many as asked for, all different`() throws {
    let made = try admin.call(
      "POST", "/licenses", #"{"app_id":"\#(app)","plan":"trial","count":10000}"#)
    #expect(made.status == 201)
    let licenses = made["licenses"]?.array ?? []
    #expect(Set(licenses.compactMap { $0["code"]?.string }).count == 10_000)
    #expect(try admin.count("licenses") == 10_000)
    #expect(try admin.actions() == ["app.create", "license.create"])
    #expect(
      try admin.database.value("SELECT target_kind FROM action_logs ORDER BY id DESC LIMIT 1")
        == "app")
  }

  @Test func `codes that are taken are made up for, and nothing is made where they run out`() throws
  {
    let appID = try #require(AppID(text: app))
    let template = LicenseTemplate(
      appID: appID, plan: .trial, allowDevices: 1, expiresAt: nil, features: .none, remark: nil,
      orderID: nil)
    let small = { (space: Int) in
      { LicenseCode(stored: "SPACE\(Int.random(in: 0..<space))") }
    }
    let exhausted = try admin.store.createLicenses(
      template, count: 1000, context("a"), nextCode: small(999))
    guard case .refused(.codesExhausted) = exhausted else {
      Issue.record("1000 codes of 999")
      return
    }
    #expect(try admin.count("licenses") == 0)
    let made = try admin.store.createLicenses(
      template, count: 1000, context("b"), nextCode: small(1200))
    guard case .done(let licenses, _) = made else {
      Issue.record("1000 codes of 1200")
      return
    }
    #expect(Set(licenses.map(\.code)).count == 1000)
    #expect(try admin.count("licenses") == 1000)
  }

  @Test func `a patch changes the fields that it names and no others`() throws {
    let id = try admin.makeLicenseID(app, #""plan":"yearly","allow_devices":999,"remark":"r""#)
    try admin.call("POST", "/licenses/\(id)/disable", #"{"reason":"fraud"}"#)
    let patched = try admin.call("PATCH", "/licenses/\(id)", #"{"allow_devices":99}"#)
    #expect(patched["status"]?.string == "disabled", "TOK-03")
    #expect(patched["disabled_reason"]?.string == "fraud")
    #expect(patched["devices"]?["limit"]?.int64 == 99)
    #expect(patched["remark"]?.string == "r")
    #expect(patched["version"]?.int64 == 3)
    #expect(patched.headers["etag"] == #""3""#)
  }

  @Test func `If-Match keeps an older view from overwriting`() throws {
    let id = try admin.makeLicenseID(app)
    let patch = { (tag: String) in
      try self.admin.call(
        "PATCH", "/licenses/\(id)", #"{"remark":"\#(tag.count)"}"#, headers: ["if-match": tag])
    }
    #expect(try patch(#""2""#).code == "VERSION_MISMATCH")
    #expect(try patch(#"W/"1""#).code == "VERSION_MISMATCH")
    #expect(try patch("1").code == "REQUEST_MALFORMED")
    #expect(try patch(#""1""#).status == 200)
    #expect(try patch(#""1""#).status == 412)
    #expect(try patch(#""7", "2""#).status == 200)
    #expect(try patch("*").status == 200)
  }

  @Test func `disabling a disabled one changes nothing`() throws {
    let id = try admin.makeLicenseID(app)
    let first = try admin.call("POST", "/licenses/\(id)/disable", #"{"reason":"a"}"#)
    #expect(first["status"]?.string == "disabled" && first["in_effect"]?.bool == true)
    #expect(first["disabled_at"]?.string == "2027-01-15T08:00:00Z")
    let second = try admin.call("POST", "/licenses/\(id)/disable", #"{"reason":"b"}"#)
    #expect(second["disabled_reason"]?.string == "a" && second["version"]?.int64 == 2)
    let enabled = try admin.call("POST", "/licenses/\(id)/enable")
    #expect(enabled["status"]?.string == "unactivated")
    #expect(enabled["disabled_reason"] == .null && enabled["version"]?.int64 == 3)
    #expect(
      try admin.actions() == [
        "app.create", "license.create", "license.disable", "license.enable",
      ])
  }

  @Test func `extending starts from the later of now and the end`() throws {
    let ended = try admin.makeLicenseID(app, #""plan":"trial","expires_at":"2027-01-01T00:00:00Z""#)
    let running = try admin.makeLicenseID(
      app, #""plan":"trial","expires_at":"2027-02-01T00:00:00Z""#)
    let body = #"{"days":1}"#
    #expect(
      try admin.call("POST", "/licenses/\(ended)/extend", body)["expires_at"]?.string
        == "2027-01-16T08:00:00Z")
    #expect(
      try admin.call("POST", "/licenses/\(running)/extend", body)["expires_at"]?.string
        == "2027-02-02T00:00:00Z")
    let lifetime = try admin.makeLicenseID(app, #""plan":"lifetime""#)
    #expect(try admin.call("POST", "/licenses/\(lifetime)/extend", body).code == "VALUE_REFUSED")
    let fresh = try admin.makeLicenseID(app, #""plan":"monthly""#)
    try admin.call("POST", "/licenses/\(fresh)/extend", body)
    let grant = try admin.activate(fresh, "device-1")
    #expect(grant.license.expiresAt == admin.time.now() + 31 * 86_400)
  }

  @Test func `only what was never activated is deleted`() throws {
    let fresh = try admin.makeLicenseID(app)
    let gone = try admin.call("DELETE", "/licenses/\(fresh)")
    #expect(gone.status == 204 && gone.body == .null)
    #expect(try admin.call("DELETE", "/licenses/\(fresh)").code == "NOT_FOUND")
    let used = try admin.makeLicenseID(app)
    try admin.activate(used, "device-1")
    #expect(try admin.call("DELETE", "/licenses/\(used)").code == "CONFLICT")
  }

  @Test func `a tampered licence is shown, and changed by nobody`() throws {
    let id = try admin.makeLicenseID(app)
    try admin.database.run("UPDATE licenses SET allow_devices = 500")
    #expect(try admin.call("GET", "/licenses/\(id)").status == 200)
    for (method, path, body) in [
      ("PATCH", "", "{}"), ("DELETE", "", ""), ("POST", "/disable", ""), ("POST", "/enable", ""),
      ("POST", "/extend", #"{"days":1}"#), ("DELETE", "/devices", ""),
    ] {
      let reply = try admin.call(method, "/licenses/\(id)\(path)", body)
      #expect(reply.code == "LICENSE_TAMPERED", "\(method) \(path)")
    }
    #expect(try admin.count("requests") == 2, "refused writes take their claims back")
  }

  // MARK: Devices

  @Test func `devices are listed, unbound one by one and all at once`() throws {
    let id = try admin.makeLicenseID(app, #""plan":"yearly","allow_devices":null"#)
    for device in ["device/1 ä", "device-2", "device-3"] { try admin.activate(id, device) }
    let listed = try admin.call("GET", "/licenses/\(id)/devices")
    #expect(listed["total"]?.int64 == 3)
    #expect(
      listed["items"]?.array?[0].object?.members.map(\.name) == [
        "id", "name", "model", "system_version", "is_simulator", "is_jailbroken", "bound_at",
        "last_seen_at",
      ])
    let one = try admin.call("DELETE", "/licenses/\(id)/devices/device%2F1%20%C3%A4")
    #expect(one.status == 200 && one["devices"]?["used"]?.int64 == 2)
    #expect(one["in_effect"]?.bool == true)
    #expect(try admin.call("DELETE", "/licenses/\(id)/devices/device%2F1%20%C3%A4").status == 404)
    let all = try admin.call("DELETE", "/licenses/\(id)/devices")
    #expect(all["devices"]?["used"]?.int64 == 0)
    #expect(try admin.call("DELETE", "/licenses/\(id)/devices").status == 200)
    #expect(try admin.call("GET", "/licenses/\(id)/devices")["total"]?.int64 == 0)
    let unbound = admin.publisher.takeChanges().compactMap { change -> Int64? in
      guard case .binding(let binding, _, _, _) = change, !binding.isBound else { return nil }
      return binding.version
    }
    #expect(unbound == [2, 2, 2])
  }

  @Test func `a lowered limit unbinds nobody`() throws {
    let id = try admin.makeLicenseID(app, #""plan":"yearly","allow_devices":2"#)
    try admin.activate(id, "device-1")
    try admin.activate(id, "device-2")
    let lowered = try admin.call("PATCH", "/licenses/\(id)", #"{"allow_devices":1}"#)
    #expect(
      lowered["devices"]?.compactText
        == #"{"used":2,"limit":1,"remaining":0,"over_limit":true}"#)
    #expect(lowered["status"]?.string == "active")
  }

  private func context(_ key: String) -> WriteContext {
    WriteContext(
      claim: WriteClaim(
        requestID: .random(), operatorID: OperatorKeyID(rawValue: 1), idempotencyKey: key,
        contentHash: [1], at: admin.time.now()),
      author: LogAuthor(operatorName: "ada", at: admin.time.now()), boundAppID: nil)
  }
}
