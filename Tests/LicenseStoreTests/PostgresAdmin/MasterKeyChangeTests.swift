import Cryptography
import Instants
import Licensing
import Postgres
import TestStores
import Testing

@testable import LicenseStore

/// What a rotation of master keys and token keys finds in the database.
@Suite struct MasterKeyChangeTests {
  private let fixture: SeatFixture
  private let both: MasterKeys
  private let new: MasterKeys

  init() throws {
    fixture = try SeatFixture()
    let second = try SeatFixture.key(number: 2)
    both = MasterKeys(current: second, others: [try SeatFixture.key(number: 1)])
    new = MasterKeys(current: second)
  }

  private func change() throws -> MasterKeyChange.Result {
    try MasterKeyChange(fixture.connect(), keys: both, from: 1).run()
  }

  @Test func `all that the old key sealed is sealed anew, and serves without the old key`() throws {
    let licenses = try (0..<450).map { _ in try fixture.makeLicense() }
    try fixture.database.run(
      """
      UPDATE apps SET old_client_key = client_key, old_client_key_master = 1,
        old_client_key_ends_at = now() + interval '1 day'
      """)
    let result = try change()
    #expect(result == MasterKeyChange.Result(licenses: 450, apps: 1, tampered: 0))
    let store = fixture.store(keys: new)
    for license in [licenses[0], licenses[449]] {
      #expect(try store.activate(fixture.command(license, "d-\(license.id)")).grant != nil)
    }
    #expect(try store.loadApps().apps.map(\.clientKeys.count) == [2])
    #expect(try fixture.count("licenses WHERE row_mac_key <> 2 OR version > 2") == 0)
    #expect(try change() == MasterKeyChange.Result())
  }

  @Test func `a row that was edited by hand is not made good`() throws {
    let license = try fixture.makeLicense()
    try fixture.database.run(
      "UPDATE licenses SET allow_devices = 99 WHERE id = \(license.id.row)")
    #expect(try change().tampered == 1)
    #expect(try fixture.count("licenses WHERE row_mac_key = 1") == 1)
    let outcome = try fixture.store(keys: new).activate(fixture.command(license, "d"))
    #expect(outcome.refusal == .tampered(license.id))
  }

  @Test func `live tokens are counted by the key that made them`() throws {
    let license = try fixture.makeLicense()
    // The fixture's clock lies behind or before the server's: the row is moved to the server's.
    #expect(try fixture.store().activate(fixture.command(license, "d")).grant != nil)
    try fixture.database.run("UPDATE access_tokens SET ends_at = now() + interval '1 hour'")
    let use = KeyUse(try fixture.connect())
    #expect(try use.liveTokens(byKey: 1) == 1)
    #expect(try use.liveTokens(byKey: 2) == 0)
    try fixture.database.run("UPDATE access_tokens SET ends_at = now() - interval '1 second'")
    #expect(try use.liveTokens(byKey: 1) == 0)
  }

  @Test func `the longest offline grace of all apps is what credentials may live`() throws {
    let use = KeyUse(try fixture.connect())
    #expect(try use.longestOfflineGraceSeconds() == 172_800)
    try fixture.database.run("UPDATE apps SET settings = '{\"offline_grace_seconds\":600000}'")
    #expect(try use.longestOfflineGraceSeconds() == 600_000)
  }
}
