import Instants
import LicenseStore
import Licensing
import Testing

@Suite struct ActivationStoreTests {
  let fixture: SeatFixture
  let store: PostgresStore

  init() throws {
    fixture = try SeatFixture.shared()
    store = fixture.store()
  }

  private func activate(
    _ license: License, _ device: String, adjust: (inout SeatCommand) -> Void = { _ in }
  ) throws -> SeatGrant {
    try #require(try store.activate(fixture.command(license, device, adjust: adjust)).grant)
  }

  @Test func `a first activation binds, stamps the licence and starts its days`() throws {
    let license = try fixture.makeLicense(plan: .monthly)
    let grant = try activate(license, "device-1") {
      $0.description = DeviceDescription(name: "Ada's iPhone", isSimulator: false)
    }
    #expect(grant.isNewBinding)
    #expect(grant.seatsUsed == 1)
    #expect(grant.license.activatedAt == SeatFixture.start)
    #expect(grant.license.expiresAt == SeatFixture.start + 30 * 86_400)
    #expect(grant.license.version == 2)
    #expect(grant.token.generation == 1)
    #expect(grant.tokenEndsAt == SeatFixture.start + 43_200)
    #expect(grant.outboxIDs.count == 2)
    let snapshot = try #require(try store.snapshots(of: [grant.binding.id])[grant.binding.id])
    #expect(snapshot.license == grant.license)
    #expect(snapshot.binding == grant.binding)
    #expect(snapshot.token == grant.token)
    #expect(!snapshot.isTampered)
  }

  @Test func `a second device takes a seat and leaves the licence's row alone`() throws {
    let license = try fixture.makeLicense(seats: nil)
    let first = try activate(license, "device-1")
    let second = try activate(license, "device-2") { $0.now = $0.now + 3600 }
    #expect(second.isNewBinding)
    #expect(second.seatsUsed == 2)
    #expect(second.license == first.license)
    #expect(second.outboxIDs.count == 1)
  }

  @Test func `ACT-02: a repeat keeps binding, seat and first sight, and has a usable token`() throws
  {
    let license = try fixture.makeLicense(seats: 1)
    let first = try activate(license, "device-1") { $0.description.name = "Old name" }
    let again = try activate(license, "device-1") {
      $0.now = $0.now + 86_400
      $0.description = DeviceDescription(model: "iPhone16,2")
    }
    #expect(!again.isNewBinding)
    #expect(again.binding.id == first.binding.id)
    #expect(again.binding.firstSeenAt == first.binding.firstSeenAt)
    #expect(again.binding.lastSeenAt == SeatFixture.start + 86_400)
    #expect(again.seatsUsed == 1)
    #expect(again.token.generation == 2)
    #expect(again.binding.version == 2)
    #expect(again.binding.device == DeviceDescription(name: "Old name", model: "iPhone16,2"))
    #expect(try fixture.boundCount(license) == 1)
    #expect(
      try fixture.count("action_logs WHERE target_id = \(license.id.row)") == 1,
      "a repeat logs nothing")
  }

  @Test func `ACT-03: an older id of the same device is re-keyed in place and logged`() throws {
    let license = try fixture.makeLicense(seats: 1)
    let first = try activate(license, "components-ios-16")
    let after = try activate(license, "components-ios-17") {
      $0.devices.append(DeviceID(text: "components-ios-16"))
      $0.fingerprintVersion = 1
    }
    #expect(!after.isNewBinding)
    #expect(after.binding.id == first.binding.id)
    #expect(after.binding.deviceID.text == "components-ios-17")
    #expect(after.binding.version == first.binding.version + 1)
    #expect(after.token == first.token)
    #expect(try fixture.boundCount(license) == 1)
    let row = try fixture.database.run(
      "SELECT device_id, fingerprint_version FROM device_bindings WHERE id = \(first.binding.id.row)"
    )
    #expect(row == [["components-ios-17", "1"]])
    #expect(
      try fixture.database.value(
        "SELECT detail ->> 'from' FROM action_logs WHERE action = 'device.rekey' "
          + "AND target_id = \(license.id.row)") == "components-ios-16")
  }

  @Test func `the device's own id goes before one that it had`() throws {
    let license = try fixture.makeLicense(seats: 2)
    _ = try activate(license, "older-device")
    let own = try activate(license, "newer-device")
    let grant = try activate(license, "newer-device") {
      $0.devices.append(DeviceID(text: "older-device"))
    }
    #expect(grant.binding.id == own.binding.id)
    #expect(try fixture.boundCount(license) == 2)
  }

  @Test func `ids that only look alike are two devices`() throws {
    let license = try fixture.makeLicense(seats: 2)
    let composed = try activate(license, "caf\u{E9}-device")
    let decomposed = try activate(license, "cafe\u{301}-device")
    #expect(composed.binding.id != decomposed.binding.id)
    #expect(try fixture.boundCount(license) == 2)
  }

  @Test func `a device that was unbound comes back as a new binding`() throws {
    let license = try fixture.makeLicense(seats: 1)
    let first = try activate(license, "device-1")
    try fixture.unbind(first.binding)
    let second = try activate(license, "device-1")
    #expect(second.isNewBinding)
    #expect(second.binding.id != first.binding.id)
    #expect(second.seatsUsed == 1)
  }

  @Test func `the end that Redis has counts for a token that is given again`() throws {
    let license = try fixture.makeLicense()
    let first = try activate(license, "device-1")
    let slid = SeatFixture.start + 90_000
    let outcome = try store.activate(fixture.command(license, "device-1")) { binding, generation in
      binding == first.binding.id && generation == 1 ? slid : nil
    }
    #expect(outcome.grant?.token == first.token)
    #expect(outcome.grant?.tokenEndsAt == slid)
    #expect(outcome.grant?.outboxIDs == [])
  }

  @Test func `a log row and outbox rows are written with the binding`() throws {
    let license = try fixture.makeLicense()
    let command = fixture.command(license, "device-\"1\"")
    let grant = try #require(try store.activate(command).grant)
    let log = try fixture.database.run(
      """
      SELECT action, coalesce(operator, '-'), target_kind, target_code, detail ->> 'device', address,
        encode(request_id, 'hex') = '\(hex(command.claim.requestID))'
      FROM action_logs WHERE target_id = \(license.id.row)
      """)
    let expected = [
      "device.bind", "-", "license", license.code.canonical, "device-\"1\"", "192.0.2.1", "t",
    ]
    #expect(log == [expected])
    let ids = grant.outboxIDs.map(String.init).joined(separator: ",")
    let outbox = try fixture.database.run(
      "SELECT kind, subject_id FROM outbox WHERE id IN (\(ids)) ORDER BY kind")
    #expect(outbox == [["binding", "\(grant.binding.id.row)"], ["license", "\(license.id.row)"]])
    try store.outboxDelivered(grant.outboxIDs)
    #expect(try fixture.count("outbox WHERE id IN (\(ids))") == 0)
  }

  private func hex(_ id: RequestID) -> String {
    id.bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
