import Instants
import JSON
import LicenseStore
import Licensing
import Problems
import Testing

@testable import Admin

/// The bodies of operators' calls: form (400) before values (422), each with its pointer.
struct BodyTests {
  private let app = "app_aaaaaaaaaaaaa"

  // MARK: Licences

  @Test func `a batch has defaults`() throws {
    let batch = try LicenseBatch.read(object(#"{"app_id":"\#(app)","plan":"yearly"}"#))
    #expect(batch.count == 1)
    #expect(batch.allowDevices == 1)
    #expect(batch.expiresAt == nil)
    #expect(batch.features == .none)
    #expect(batch.prefix == nil && batch.remark == nil && batch.orderID == nil)
  }

  @Test func `unlimited devices are null, and null is none where that makes sense`() throws {
    let batch = try LicenseBatch.read(
      object(
        #"{"app_id":"\#(app)","plan":"trial","allow_devices":null,"prefix":null,"#
          + #""expires_at":null,"remark":null,"order_id":null}"#))
    #expect(batch.allowDevices == nil)
  }

  @Test(arguments: [
    (#""count":0"#, 422, "/count"), (#""count":10001"#, 422, "/count"),
    (#""count":1.5"#, 400, "/count"), (#""count":1e2"#, 400, "/count"),
    (#""count":"1""#, 400, "/count"), (#""count":null"#, 400, "/count"),
    (#""count":99999999999999999999"#, 422, "/count"),
    (#""allow_devices":0"#, 422, "/allow_devices"),
    (#""allow_devices":1000001"#, 422, "/allow_devices"),
    (#""prefix":"""#, 400, "/prefix"), (#""prefix":"ABCDEFGHI""#, 400, "/prefix"),
    (#""prefix":"ab""#, 422, "/prefix"), (#""prefix":"A-B""#, 422, "/prefix"),
    (#""expires_at":"tomorrow""#, 422, "/expires_at"),
    (#""expires_at":"1969-12-31""#, 422, "/expires_at"), (#""expires_at":1"#, 400, "/expires_at"),
    (#""features":[]"#, 400, "/features"), (#""features":null"#, 400, "/features"),
    (#""plan":"weekly""#, 422, "/plan"), (#""plan":7"#, 400, "/plan"),
    (#""app_id":7"#, 400, "/app_id"), (#""app_id":null"#, 400, "/app_id"),
  ])
  func `a field of a batch that is not as it should be is named`(
    field: String, status: Int, pointer: String
  ) {
    let problem = problem {
      _ = try LicenseBatch.read(object(#"{"app_id":"\#(app)","plan":"trial",\#(field)}"#))
    }
    #expect(problem?.status == status)
    #expect(problem?.errors.map(\.pointer) == [pointer])
  }

  @Test(arguments: [("remark", 1000), ("order_id", 128)])
  func `texts have lengths in Unicode scalars`(name: String, limit: Int) throws {
    let fitting = String(repeating: "\u{1F3C1}", count: limit)
    let body = { (text: String) in
      try object(#"{"app_id":"\#(app)","plan":"trial","\#(name)":"\#(text)"}"#)
    }
    _ = try LicenseBatch.read(body(fitting))
    #expect(problem { _ = try LicenseBatch.read(body(fitting + "a")) }?.status == 400)
  }

  @Test func `features are any object up to 16 KiB`() throws {
    let body = { (length: Int) in
      let value = String(repeating: "a", count: length - #"{"a":""}"#.utf8.count)
      return try object(#"{"app_id":"\#(app)","plan":"trial","features":{"a":"\#(value)"}}"#)
    }
    #expect(try LicenseBatch.read(body(Features.byteLimit)).features.json.utf8.count == 16_384)
    #expect(problem { _ = try LicenseBatch.read(body(Features.byteLimit + 1)) }?.status == 422)
  }

  @Test func `missing fields are all named, and go before refused values`() {
    let problem = problem { _ = try LicenseBatch.read(object(#"{"count":0}"#)) }
    #expect(problem?.code == .requestMalformed)
    #expect(problem?.errors.map(\.pointer) == ["/app_id", "/plan"])
  }

  @Test func `a text that is no app id is an unknown app`() throws {
    let batch = try LicenseBatch.read(object(#"{"app_id":"x","plan":"trial"}"#))
    #expect(problem { _ = try batch.template() }?.code == .valueRefused)
  }

  @Test func `a batch whose answer no frame holds is refused`() throws {
    let remark = String(repeating: "a", count: 1000)
    let batch = try LicenseBatch.read(
      object(#"{"app_id":"\#(app)","plan":"trial","count":10000,"remark":"\#(remark)"}"#))
    let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
    #expect(
      problem { try batch.checkSize(try batch.template(), at: now) }?.errors.map(\.pointer)
        == ["/count"])
    var short = batch
    short.remark = nil
    try short.checkSize(try short.template(), at: now)
  }

  @Test func `a patch tells absent, null and a value apart`() throws {
    let nothing = try LicensePatch.read(object("{}"))
    #expect(nothing == LicensePatch())
    let emptied = try LicensePatch.read(
      object(#"{"expires_at":null,"allow_devices":null,"remark":null,"order_id":null}"#))
    #expect(emptied.expiresAt == .null && emptied.allowDevices == .null)
    #expect(emptied.remark == .null && emptied.orderID == .null)
    let set = try LicensePatch.read(
      object(#"{"expires_at":"2027-01-31","allow_devices":3,"plan":"lifetime","features":{"a":1}}"#)
    )
    #expect(set.expiresAt == .value(Timestamp(rfc3339: "2027-02-01T00:00:00Z")!))
    #expect(set.allowDevices == .value(3))
    #expect(set.plan == .lifetime)
    #expect(set.features == Features(json: #"{"a":1}"#))
  }

  @Test(arguments: [#"{"plan":null}"#, #"{"features":null}"#, #"{"allow_devices":"3"}"#])
  func `a patch refuses null where it means nothing`(body: String) {
    #expect(problem { _ = try LicensePatch.read(object(body)) }?.status == 400)
  }

  @Test(arguments: [
    (#"{}"#, 400), (#"{"days":null}"#, 400), (#"{"days":"1"}"#, 400), (#"{"days":0}"#, 422),
    (#"{"days":-1}"#, 422), (#"{"days":36501}"#, 422),
  ])
  func `extending takes 1 to 36,500 days`(body: String, status: Int) throws {
    #expect(problem { _ = try LicenseExtension.read(object(body)) }?.status == status)
    #expect(try LicenseExtension.read(object(#"{"days":36500}"#)).days == 36_500)
  }

  @Test func `a reason may be left out, be null, and has a length`() throws {
    #expect(try LicenseDisabling.read(object("{}")).reason == nil)
    #expect(try LicenseDisabling.read(object(#"{"reason":null}"#)).reason == nil)
    #expect(try LicenseDisabling.read(object(#"{"reason":"r"}"#)).reason == "r")
    let long = String(repeating: "a", count: 1001)
    #expect(
      problem { _ = try LicenseDisabling.read(object(#"{"reason":"\#(long)"}"#)) }?.status == 400)
  }

  // MARK: Apps

  @Test func `an app has the settings' defaults`() throws {
    let draft = try AppDraft.read(object(#"{"name":"A"}"#))
    #expect(draft.settings == AppSettings())
    #expect(draft.features == .none)
    #expect(draft.bundleID == nil)
  }

  @Test(arguments: [
    ("offline_grace_seconds", "-1", 422), ("offline_grace_seconds", "31536001", 422),
    ("offline_grace_seconds", "1.0", 400), ("offline_grace_seconds", "null", 400),
    ("verify_interval_seconds", "0", 422), ("token_ttl_seconds", "0", 422),
    ("token_ttl_seconds", "31536001", 422), ("token_ttl_seconds", "true", 400),
    ("force_online", "1", 400), ("force_online", "null", 400),
    ("request_auth", "\"none\"", 422), ("request_auth", "1", 400),
    ("self_unbind_per_30_days", "-1", 422), ("rate_limits", "null", 400),
  ])
  func `a setting out of its range is refused, of another type malformed`(
    name: String, value: String, status: Int
  ) {
    let problem = problem {
      _ = try AppDraft.read(object(#"{"name":"A","settings":{"\#(name)":\#(value)}}"#))
    }
    #expect(problem?.status == status)
    #expect(problem?.errors.map(\.pointer) == ["/settings/\(name)"])
  }

  @Test func `a rate limit is a count from 1, or null`() throws {
    let read = { (value: String) in
      try AppDraft.read(
        object(
          #"{"name":"A","settings":{"rate_limits":{"verify_token_per_minute":\#(value)}}}"#))
    }
    #expect(try read("null").settings.rateLimits.verifyTokenPerMinute == nil)
    #expect(try read("5").settings.rateLimits.verifyTokenPerMinute == 5)
    #expect(try read("5").settings.rateLimits.activateDevicePerMinute == 10)
    #expect(
      problem { _ = try read("0") }?.errors.map(\.pointer)
        == ["/settings/rate_limits/verify_token_per_minute"])
  }

  @Test func `a patch merges settings name by name and replaces features`() throws {
    var app = App(
      id: AppID(rawValue: 1), name: "A", bundleID: "b", settings: AppSettings(),
      features: Features(json: #"{"a":1}"#), version: 4,
      createdAt: Timestamp(secondsSinceEpoch: 0))
    app.settings.forceOnline = true
    let patch = try AppPatch.read(
      object(
        #"{"bundle_id":null,"settings":{"token_ttl_seconds":60,"unknown":1,"#
          + #""self_unbind_per_30_days":null,"rate_limits":{"renew_device_per_minute":null}},"#
          + #""features":{"b":2}}"#))
    let changed = try #require(patch.applied(to: app))
    #expect(changed.name == "A" && changed.bundleID == nil && changed.version == 5)
    #expect(changed.settings.forceOnline && changed.settings.tokenTTLSeconds == 60)
    #expect(changed.settings.selfUnbindPer30Days == nil)
    #expect(changed.settings.rateLimits.renewDevicePerMinute == nil)
    #expect(changed.settings.rateLimits.activateDevicePerMinute == 10)
    #expect(changed.features.json == #"{"b":2}"#)
    #expect(patch.applied(to: changed) == nil, "a repeat changes nothing")
  }

  @Test(arguments: [#"{}"#, #"{"name":""}"#, #"{"name":null}"#, #"{"name":1}"#])
  func `an app needs a name`(body: String) {
    let problem = problem { _ = try AppDraft.read(object(body)) }
    #expect(problem?.errors.map(\.pointer) == ["/name"])
    #expect(problem?.status == 400)
  }

  @Test func `a rotation overlaps for a day unless told otherwise`() throws {
    #expect(try KeyRotation.read(object("{}")).overlapSeconds == 86_400)
    #expect(try KeyRotation.read(object(#"{"overlap_seconds":0}"#)).overlapSeconds == 0)
    #expect(
      problem { _ = try KeyRotation.read(object(#"{"overlap_seconds":-1}"#)) }?.status == 422)
  }

  private func object(_ text: String) throws -> JSONObject {
    try #require(JSON.parse(Array(text.utf8)).object)
  }

  private func problem(_ body: () throws -> Void) -> Problem? {
    do {
      try body()
      return nil
    } catch {
      return error as? Problem
    }
  }
}
