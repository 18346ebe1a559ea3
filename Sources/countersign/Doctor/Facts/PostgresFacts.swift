import LicenseStore

/// What PostgreSQL says of itself.
struct PostgresFacts {
  /// As in 150008 for 15.8.
  var versionNumber: Int
  /// 0 for an empty database.
  var schemaVersion: Int
  /// What this program needs.
  var requiredSchemaVersion: Int = Migration.requiredVersion
  var fsync: String
  var synchronousCommit: String
  var fullPageWrites: String
  var maxConnections: Int
  /// Kept for superusers.
  var reservedConnections: Int
  var isInRecovery: Bool
  var isSuperuser: Bool
  var clock: ClockFacts
  /// The rest is known where the schema is there.
  var tables: TableFacts?

  struct TableFacts {
    var epoch: EpochInspection
    /// Whether the triggers that keep the log append-only are on.
    var isLogGuarded: Bool
    /// Age of the oldest log row that no seal covers; `nil`: all are sealed.
    var oldestUnsealedSeconds: Int64?
    /// Whether the server's transaction ids lie behind those sealed, as after a restore by pg_dump.
    var areTransactionsBehindSeals: Bool = false
    /// Age of the oldest change that Redis was not told; `nil`: none waits.
    var oldestOutboxSeconds: Int64?
    /// Apps whose client key no master key opens.
    var unopenableApps: Int?
  }
}
