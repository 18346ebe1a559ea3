import Instants
import LicenseStore
import Licensing
import Testing

@testable import LicenseStore

@Suite struct TamperTests {
  let fixture: SeatFixture
  let store: PostgresStore

  init() throws {
    fixture = try SeatFixture.shared()
    store = fixture.store()
  }

  /// Every column that a verdict or a change reads, each edited behind the service's back. Code, app
  /// and id are looked up by, so that an edit of theirs is met through the binding.
  @Test(arguments: [
    "id = id + 1", "code = code || 'X'", "app_id = (SELECT min(id) FROM apps WHERE id <> app_id)",
    "plan = 'lifetime'", "plan = 'forever'", "duration_days = 9999", "duration_days = NULL",
    "expires_at = expires_at + interval '1 second'", "expires_at = 'infinity'",
    "expires_at = NULL", "allow_devices = 99", "allow_devices = NULL",
    "activated_at = activated_at - interval '1 day'", "activated_at = NULL",
    "disabled_at = now()", "features = '{\"pro\":false}'", "features = '{ \"pro\":true}'",
    "version = version + 1", "row_mac = '\\x00'", "row_mac_key = 2", "row_mac_key = 300",
  ])
  func `an edited column makes the licence tampered`(edit: String) throws {
    try fixture.addApp(AppID(rawValue: .random(in: 0 ... .max)), fixture.keys, fixture.connect())
    let license = try fixture.makeLicense(seats: 5)
    let grant = try #require(try store.activate(fixture.command(license, "device-1")).grant)
    try fixture.database.run(
      """
      SET session_replication_role = replica;
      UPDATE licenses SET \(edit) WHERE id = \(license.id.row);
      UPDATE device_bindings SET license_id = license_id + 1
        WHERE id = \(grant.binding.id.row) AND '\(edit.prefix(2))' = 'id'
      """)
    let snapshot = try #require(try store.snapshots(of: [grant.binding.id])[grant.binding.id])
    #expect(snapshot.isTampered)
    guard !edit.hasPrefix("code"), !edit.hasPrefix("app_id"), !edit.hasPrefix("id") else { return }
    for command in ["device-1", "device-2"].map({ fixture.command(license, $0) }) {
      #expect(try store.activate(command).refusal == .tampered(license.id))
      #expect(try store.renew(command).refusal == .tampered(license.id))
    }
    #expect(try fixture.boundCount(license) == 1)
  }

  /// Such a plan is read as a trial, whose seal would then be right.
  @Test func `a trial whose plan became an unknown one is tampered`() throws {
    let license = try fixture.makeLicense(seats: 5, plan: .trial)
    let grant = try #require(try store.activate(fixture.command(license, "device-1")).grant)
    try fixture.database.run(
      "UPDATE licenses SET plan = 'forever' WHERE id = \(license.id.row)")
    #expect(try store.snapshots(of: [grant.binding.id])[grant.binding.id]?.isTampered == true)
    #expect(
      try store.renew(fixture.command(license, "device-1")).refusal == .tampered(license.id))
  }

  @Test func `columns that decide nothing may be edited`() throws {
    let license = try fixture.makeLicense()
    try fixture.database.run(
      "UPDATE licenses SET remark = 'x', order_id = 'y' WHERE id = \(license.id.row)")
    #expect(try store.activate(fixture.command(license, "device-1")).grant != nil)
  }

  @Test func `after a change of master keys old rows still count, and new ones name the new key`()
    throws
  {
    let license = try fixture.makeLicense()
    let rotated = MasterKeys(
      current: try SeatFixture.key(number: 2), others: [try SeatFixture.key(number: 1)])
    let store = fixture.store(keys: rotated)
    #expect(try store.activate(fixture.command(license, "device-1")).grant != nil)
    let number = "SELECT row_mac_key FROM licenses WHERE id = \(license.id.row)"
    #expect(try fixture.database.value(number) == "2")
    let old = fixture.store(keys: fixture.keys)
    #expect(
      try old.activate(fixture.command(license, "device-1")).refusal == .tampered(license.id))
  }

  @Test func `no two licences give the same bytes to seal`() throws {
    let license = try fixture.makeLicense()
    var shifted = license
    shifted.code = LicenseCode(stored: license.code.canonical + "7:yearly")
    shifted.durationDays = nil
    var unlimited = license
    unlimited.allowDevices = nil
    let messages = Set([license, shifted, unlimited].map(RowSeal.message))
    #expect(messages.count == 3)
    // The same digits, parted elsewhere.
    var (early, late) = (license, license)
    (early.durationDays, early.expiresAt) = (1, Timestamp(secondsSinceEpoch: 23))
    (late.durationDays, late.expiresAt) = (12, Timestamp(secondsSinceEpoch: 3))
    #expect(RowSeal.message(early) != RowSeal.message(late))
  }
}
