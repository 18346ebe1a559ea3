import Licensing
import Testing

@testable import LicenseStore

/// An autovacuum that comes late, or a load of many rows at once, must not make a look-up a scan.
@Suite struct `A licence looked up under stale statistics` {
  private static let grown = Result { try grownTables() }

  /// Tables that grew since they were counted, when another app had all licences: so the app at
  /// hand seems to have none, and to tell more than the code does. For reading only.
  private static func grownTables() throws -> LookupPlans {
    let plans = LookupPlans(fixture: try SeatFixture(), code: .generate())
    let app = "\(plans.fixture.appID.row)"
    try plans.fixture.database.run(
      """
      ALTER TABLE licenses SET (autovacuum_enabled = false);
      ALTER TABLE device_bindings SET (autovacuum_enabled = false);
      INSERT INTO apps (id, name, settings, features, client_key, client_key_master, created_at)
        VALUES (1, 'App', '{}', '{}', '', 1, now());
      \(licenses(1...1000, code: "'OLD' || n", app: "1"));
      ANALYZE;
      \(licenses(1001...30_000, code: "'NEW' || n", app: app));
      \(licenses(30_001...30_001, code: "'\(plans.code.canonical)'", app: app));
      INSERT INTO device_bindings (id, license_id, device_id, first_seen_at, last_seen_at)
        SELECT id, id, 'device-' || id, now(), now() FROM licenses
      """)
    return plans
  }

  private static func licenses(_ ids: ClosedRange<Int>, code: String, app: String) -> String {
    """
    INSERT INTO licenses (id, app_id, code, plan, features, row_mac, row_mac_key, created_at)
      SELECT n, \(app), \(code), 'lifetime', '{}', '', 1, now()
      FROM generate_series(\(ids.lowerBound), \(ids.upperBound)) n
    """
  }

  @Test(arguments: ["force_custom_plan", "force_generic_plan"], [true, false])
  func `is found by its code alone, through the code's index`(
    cacheMode: String, avoidsTableScans: Bool
  ) throws {
    let plans = try Self.grown.get().all(cacheMode, avoidsTableScans: avoidsTableScans)
    for plan in plans {
      #expect(plan.contains("Index Scan using licenses_code_unique"), "\(plan)")
      #expect(!plan.contains("licenses_by_app"), "\(plan)")
      #expect(!plan.contains("Seq Scan on licenses"), "\(plan)")
      if avoidsTableScans { #expect(!plan.contains("Seq Scan"), "\(plan)") }
    }
  }

  @Test func `is found through indexes in a small table, too, where scans are avoided`() throws {
    let fixture = try SeatFixture()
    let plans = LookupPlans(fixture: fixture, code: try fixture.makeLicense().code)
    try fixture.database.run("ANALYZE")
    for plan in try plans.all("force_generic_plan", avoidsTableScans: true) {
      #expect(plan.contains("Index Scan using licenses_code_unique"), "\(plan)")
      #expect(!plan.contains("Seq Scan"), "\(plan)")
    }
    let others = try plans.all("force_generic_plan", avoidsTableScans: false)
    #expect(others.contains { $0.contains("Seq Scan") }, "the same table is read whole by others")
  }
}
