import Instants
import Postgres
import TestStores
import Testing

@testable import LicenseStore

@Suite struct SchemaTests {
  @Test func `migrating twice applies each step once`() throws {
    let database = try TestDatabase.make()
    let connection = try PostgresConnection.open(PostgresConfiguration(url: database.url))
    #expect(try Migrator.version(of: connection) == 0)
    #expect(try !Self.store(database).hasRequiredSchema())
    #expect(try Migrator.migrate(connection).map(\.version) == Migration.all.map(\.version))
    #expect(try Migrator.migrate(connection).isEmpty)
    #expect(try Migrator.version(of: connection) == Migration.requiredVersion)
    #expect(try Self.store(database).hasRequiredSchema())
  }

  @Test func `processes that migrate at once take turns`() throws {
    let database = try TestDatabase.make()
    let outcomes = try Crowd.run(Array(0..<4), workers: 4, store: { Self.store(database) }) {
      (store, _) throws(StoreError) in
      try store.run { (connection) throws(PostgresError) in
        try Migrator.migrate(connection).count
      }
    }
    #expect(outcomes.sorted() == [0, 0, 0, Migration.all.count])
  }

  @Test func `a step that fails leaves nothing of itself behind`() throws {
    let database = try TestDatabase.make()
    let connection = try PostgresConnection.open(PostgresConfiguration(url: database.url))
    let broken = Migration(version: 1, name: "broken", sql: "CREATE TABLE x (); SELECT 1 / 0")
    #expect(throws: PostgresError.self) { try Migrator.migrate(connection, to: [broken]) }
    #expect(try Migrator.version(of: connection) == 0)
    #expect(try database.value("SELECT to_regclass('x') IS NULL") == "t")
  }

  @Test func `a process waits for the version that it needs, and says so`() throws {
    let database = try TestDatabase.make()
    let connection = try PostgresConnection.open(PostgresConfiguration(url: database.url))
    let later = SystemTimeSource().monotonic() + 60_000
    var found: [Int] = []
    let isReady = try Migrator.waitForVersion(of: connection, until: later) { version in
      found.append(version)
      _ = try? Migrator.migrate(
        PostgresConnection.open(PostgresConfiguration(url: database.url)))
    }
    #expect(isReady)
    #expect(found == [0])
    let past = SystemTimeSource().monotonic()
    #expect(try Migrator.waitForVersion(99, of: connection, until: past) == false)
  }

  // PG-04
  @Test func `each instant in a table is one, whatever the session's zone`() throws {
    let types = try SeatFixture.shared().database.run(
      """
      SELECT table_name || '.' || column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type IN ('timestamp without time zone', 'date',
        'time without time zone', 'time with time zone')
      """)
    #expect(types == [])
    let count = try SeatFixture.shared().database.value(
      """
      SELECT count(*) FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'timestamp with time zone'
      """)
    #expect(try #require(Int(count)) > 15)
  }

  @Test func `steps are numbered without gaps`() {
    #expect(Migration.all.map(\.version) == Array(1...Migration.all.count))
  }

  @Test(arguments: [
    "UPDATE action_logs SET action = 'x'", "DELETE FROM action_logs", "TRUNCATE action_logs",
    "DELETE FROM log_seals",
  ])
  func `H6: log rows are only added, even by the owner`(sql: String) throws {
    let fixture = try SeatFixture.shared()
    let license = try fixture.makeLicense()
    _ = try fixture.store().activate(fixture.command(license, "device-1"))
    let connection = try fixture.connect()
    let error = #expect(throws: PostgresError.self) { try connection.run(sql) }
    #expect(error?.sqlState == "42501")
    #expect(try fixture.count("action_logs WHERE target_id = \(license.id.row)") == 1)
  }

  @Test(arguments: ["action_logs", "log_seals"])
  func `H6: nobody was given the right to change or take away rows of the log`(
    table: String
  ) throws {
    let rights = try SeatFixture.shared().connect().run(
      """
      SELECT count(*) FILTER (WHERE r.privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE')) AS harmful,
        count(*) AS all
      FROM pg_class c, aclexplode(c.relacl) r WHERE c.relname = '\(table)'
      """
    ).only()
    #expect(try rights.int("harmful") == 0)
    #expect(try rights.int("all") > 0, "rights were written down at all")
  }

  @Test(arguments: [
    ("allow_devices = 0", "23514"), ("duration_days = 0", "23514"), ("code = NULL", "23502"),
  ])
  func `no limit and no end are null, never 0`(change: String, sqlState: String) throws {
    let fixture = try SeatFixture.shared()
    let license = try fixture.makeLicense()
    let connection = try fixture.connect()
    let error = #expect(throws: PostgresError.self) {
      try connection.run("UPDATE licenses SET \(change) WHERE id = \(license.id.row)")
    }
    #expect(error?.sqlState == sqlState)
  }

  private static func store(_ database: TestDatabase) -> PostgresStore {
    PostgresStore(
      PostgresConfiguration(url: database.url),
      keys: MasterKeys(
        current: NumberedSecret(number: 1, secret: .init(.init(repeating: 1, count: 32)))!),
      time: SystemTimeSource(), log: .init(process: "test", level: .error, sink: NoLog()))
  }
}
