import Cryptography
import Instants
import Licensing
import Postgres
import TestStores
import Testing

@testable import LicenseStore

/// What a rotation of master keys and token keys finds in the database.
@Suite struct MasterKeyChangeTests {
  /// An app's client key that no master key opens.
  private static let damage = """
    UPDATE apps SET client_key = set_byte(client_key, 9, get_byte(client_key, 9) # 1)
    """

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
    #expect(result.licenses == 450 && result.apps == 1)
    #expect(result.tampered == 0 && result.unopenableApps == [])
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
    try fixture.database.run(Self.damage)
    let result = try change()
    #expect(result.tampered == 1 && result.unopenableApps == [fixture.appID])
    #expect(try fixture.count("licenses WHERE row_mac_key = 1") == 1)
    let outcome = try fixture.store(keys: new).activate(fixture.command(license, "d"))
    #expect(outcome.refusal == .tampered(license.id))
  }

  @Test func `keys fit where they open anything, and not where they open nothing`() throws {
    let connection = try fixture.connect()
    let stranger = MasterKeys(current: try SeatFixture.key(number: 1 + 8))
    func fit(_ keys: MasterKeys) throws -> MasterKeyFit {
      try MasterKeyFit.read(connection, keys: keys)
    }
    #expect(try fit(fixture.keys) == MasterKeyFit(apps: 1))
    #expect(try fit(stranger).isForeign)
    _ = try fixture.makeLicense()
    #expect(try fit(stranger).isForeign)
    // Another secret under the same number.
    let secret = try SeatFixture.key(number: 3).secret
    let namesake = try #require(NumberedSecret(number: 1, secret: secret))
    #expect(try fit(MasterKeys(current: namesake)).isForeign)
    try fixture.database.run(Self.damage)
    let edited = try fit(fixture.keys)
    #expect(edited.unopenableApps == 1 && edited.hasGenuineLicense && !edited.isForeign)
    try fixture.addApp(AppID(rawValue: 5), fixture.keys, connection)
    #expect(try fit(fixture.keys) == MasterKeyFit(apps: 2, unopenableApps: 1))
  }

  @Test func `live tokens are counted by the key that made them`() throws {
    let license = try fixture.makeLicense()
    // The fixture's clock lies behind or before the server's: the row is moved to the server's.
    #expect(try fixture.store().activate(fixture.command(license, "d")).grant != nil)
    try fixture.database.run("UPDATE access_tokens SET ends_at = now() + interval '1 hour'")
    let use = KeyUse(try fixture.connect())
    #expect(try use.liveTokens(byKey: 1) == 1)
    #expect(try use.liveTokens(byKey: 2) == 0)
    #expect(try use.hasLiveTokens())
    try fixture.database.run("UPDATE access_tokens SET ends_at = now() - interval '1 second'")
    #expect(try use.liveTokens(byKey: 1) == 0)
    #expect(try !use.hasLiveTokens())
  }

  @Test func `the longest offline grace of all apps is what credentials may live`() throws {
    let use = KeyUse(try fixture.connect())
    #expect(try use.longestOfflineGraceSeconds() == 172_800)
    try fixture.database.run("UPDATE apps SET settings = '{\"offline_grace_seconds\":600000}'")
    #expect(try use.longestOfflineGraceSeconds() == 600_000)
  }
}
