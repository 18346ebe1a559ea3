import Cryptography
import Instants
import Licensing
import Testing

@testable import LicenseStore

@Suite struct AppStoreTests {
  let fixture: SeatFixture
  let store: PostgresStore

  init() throws {
    fixture = try SeatFixture()
    store = fixture.store()
  }

  @Test func `apps come with their keys, and the revision of all`() throws {
    let catalogue = try store.loadApps()
    let record = try #require(catalogue.apps.first)
    #expect(catalogue.apps.count == 1)
    #expect(record.app.id == fixture.appID)
    #expect(record.app.settings == AppSettings())
    #expect(record.clientKeys.map(\.secret.bytes) == [Array("cak_x".utf8)])
    #expect(record.clientKeys[0].endsAt == nil)
    #expect(catalogue.revision == 1)
    #expect(try store.appsRevision() == 1)
  }

  @Test func `any change of any app raises the revision`() throws {
    try fixture.addApp(AppID(rawValue: 5), fixture.keys, fixture.connect())
    #expect(try store.appsRevision() == 2)
    try fixture.database.run("UPDATE apps SET version = version + 1 WHERE id = 5")
    #expect(try store.loadApps().revision == 3)
  }

  @Test func `of many apps the one that changed is read, and no other`() throws {
    for id in 5...20 {
      try fixture.addApp(AppID(rawValue: UInt64(id)), fixture.keys, fixture.connect())
    }
    let held = try store.loadApps()
    try fixture.database.run("UPDATE apps SET name = 'read'")
    try fixture.database.run("UPDATE apps SET version = version + 1 WHERE id = 7")
    let next = try store.loadApps(since: held)
    #expect(next.revision == held.revision + 1)
    #expect(next.apps.count == 17)
    #expect(next.apps.filter { $0.app.name == "read" }.map(\.app.id) == [AppID(rawValue: 7)])
    #expect(next.apps.allSatisfy { !$0.clientKeys.isEmpty })
  }

  @Test func `apps that are new come, apps that are gone go`() throws {
    let held = try store.loadApps()
    try fixture.addApp(AppID(rawValue: 5), fixture.keys, fixture.connect())
    let both = try store.loadApps(since: held)
    #expect(both[fixture.appID] != nil && both[AppID(rawValue: 5)] != nil)
    try fixture.database.run("DELETE FROM apps WHERE id = 5")
    let one = try store.loadApps(since: both)
    #expect(one.apps.map(\.app.id) == [fixture.appID])
    #expect(one.revision == held.revision)
  }

  @Test func `an app whose version went back is read anew, too`() throws {
    try fixture.database.run("UPDATE apps SET version = 3")
    let held = try store.loadApps()
    try fixture.database.run("UPDATE apps SET version = 2, name = 'earlier'")
    #expect(try store.loadApps(since: held)[fixture.appID]?.app.name == "earlier")
  }

  @Test func `without apps the revision is 0`() throws {
    try fixture.database.run("DELETE FROM apps")
    #expect(try store.loadApps().revision == 0)
    #expect(try store.appsRevision() == 0)
  }

  @Test func `after a rotation both keys serve, the old one with its end`() throws {
    let sealed = try ClientKeyVault(keys: fixture.keys).seal(
      SecretBytes(Array("cak_old".utf8)), for: fixture.appID)
    try fixture.connect().run(
      """
      UPDATE apps SET old_client_key = $2, old_client_key_master = 1, old_client_key_ends_at = $3
      WHERE id = $1
      """,
      [.id(fixture.appID), .bytes(sealed.bytes), .timestamp(SeatFixture.start)])
    let keys = try #require(try store.loadApps().apps.first).clientKeys
    #expect(keys.map(\.endsAt) == [nil, SeatFixture.start])
    #expect(keys[1].secret.bytes == Array("cak_old".utf8))
  }

  @Test func `a client key moved to another app's row, or of an unknown master key, opens nothing`()
    throws
  {
    try fixture.addApp(AppID(rawValue: 5), fixture.keys, fixture.connect())
    try fixture.database.run(
      "UPDATE apps SET client_key = (SELECT client_key FROM apps WHERE id = 5) WHERE id <> 5")
    let moved = try store.loadApps().apps.first { $0.app.id == fixture.appID }
    #expect(moved?.clientKeys.isEmpty == true)
    let foreign = fixture.store(keys: MasterKeys(current: try SeatFixture.key(number: 9)))
    #expect(try foreign.loadApps().apps.allSatisfy(\.clientKeys.isEmpty))
  }

  @Test func `settings are read as they were written`() throws {
    var settings = AppSettings()
    settings.offlineGraceSeconds = 0
    settings.forceOnline = true
    settings.requestAuthentication = .bearer
    settings.selfUnbindPer30Days = nil
    settings.rateLimits.activateAddressPerMinute = nil
    settings.rateLimits.verifyTokenPerMinute = 7
    #expect(StoredSettings.read(StoredSettings.text(settings)) == settings)
  }

  @Test func `settings that are absent or of another type keep their defaults`() {
    #expect(StoredSettings.read(#"{"token_ttl_seconds":"x","later":1}"#) == AppSettings())
    #expect(StoredSettings.read("") == AppSettings())
  }
}
