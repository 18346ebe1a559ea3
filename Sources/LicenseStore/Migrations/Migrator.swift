import Glibc
import Instants
import Postgres

/// Brings a database to the schema that this code needs, or waits until another process has.
public enum Migrator {
  /// Held while migrating, so that several processes may start at once. Spells "cntrsign".
  static let advisoryLock: Int64 = 0x636E_7472_7369_676E
  /// How long one step may wait for the process that migrates, and how long it may run.
  static let lockTimeoutMilliseconds: Int64 = 60_000
  static let stepTimeoutMilliseconds: Int64 = 600_000
  static let pollMilliseconds: Int32 = 250

  /// Applies what is missing, each step in a transaction of its own, and returns what it applied.
  @discardableResult
  public static func migrate(
    _ connection: PostgresConnection, to steps: [Migration] = Migration.all
  ) throws(PostgresError) -> [Migration] {
    var applied: [Migration] = []
    for step in steps where try apply(step, connection) { applied.append(step) }
    return applied
  }

  /// 0 for an empty database.
  public static func version(of connection: PostgresConnection) throws(PostgresError) -> Int {
    let table = try connection.run("SELECT to_regclass('schema_migrations') IS NOT NULL AS known")
    guard try table.only().bool("known") else { return 0 }
    let newest = try connection.run(
      "SELECT coalesce(max(version), 0) AS version FROM schema_migrations")
    return Int(try newest.only().int("version"))
  }

  /// Whether the schema is there, looking until `deadline`; `whileWaiting` hears the version found
  /// each time it is too low.
  public static func waitForVersion(
    _ required: Int = Migration.requiredVersion, of connection: PostgresConnection,
    until deadline: MonotonicTime, time: any TimeSource = SystemTimeSource(),
    whileWaiting: (_ found: Int) -> Void = { _ in }
  ) throws(PostgresError) -> Bool {
    while true {
      let found = try version(of: connection)
      if found >= required { return true }
      guard time.monotonic() < deadline else { return false }
      whileWaiting(found)
      poll(nil, 0, pollMilliseconds)
    }
  }

  private static func apply(
    _ step: Migration, _ connection: PostgresConnection
  ) throws(PostgresError) -> Bool {
    try connection.transaction { (connection) throws(PostgresError) in
      try enter(connection)
      guard try version(of: connection) < step.version else { return false }
      try connection.runScript(step.sql, timeLimitMilliseconds: stepTimeoutMilliseconds)
      try connection.run(
        "INSERT INTO schema_migrations (version, name, applied_at) VALUES ($1, $2, now())",
        [.int(step.version), .text(step.name)])
      return true
    }
  }

  /// Takes the lock for this transaction, with limits that suit a migration.
  private static func enter(_ connection: PostgresConnection) throws(PostgresError) {
    let script = """
      SET LOCAL lock_timeout = \(lockTimeoutMilliseconds);
      SET LOCAL statement_timeout = \(stepTimeoutMilliseconds);
      SELECT pg_advisory_xact_lock(\(advisoryLock));
      CREATE TABLE IF NOT EXISTS schema_migrations (
        version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL)
      """
    try connection.runScript(script, timeLimitMilliseconds: lockTimeoutMilliseconds + 5000)
  }
}
