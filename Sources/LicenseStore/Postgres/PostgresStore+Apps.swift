import Licensing
import Postgres
import ServiceKit

extension PostgresStore {
  /// A sum that rises with every change, for a change raises its app's version and no app goes.
  static let appsRevision = "SELECT coalesce(sum(version), 0)::bigint AS revision FROM apps"
  private static let allApps = """
    SELECT (sum(a.version) OVER ())::bigint AS revision, \(AppColumns.all) FROM apps a ORDER BY a.id
    """

  public func loadApps() throws(StoreError) -> AppCatalogue {
    try run { (connection) throws(PostgresError) in
      let rows = try connection.run(Self.allApps)
      var apps: [AppRecord] = []
      for row in rows { apps.append(try record(row)) }
      return AppCatalogue(revision: try rows.first?.int("revision") ?? 0, apps: apps)
    }
  }

  public func appsRevision() throws(StoreError) -> Int64 {
    try run { (connection) throws(PostgresError) in
      try connection.run(Self.appsRevision).only().int("revision")
    }
  }

  private func record(_ row: PostgresRow) throws(PostgresError) -> AppRecord {
    let record = try AppRecord(row, ClientKeyVault(keys: keys))
    if record.clientKeys.isEmpty {
      log.error(
        "An app's client key cannot be opened by any master key of this process",
        [LogField("app", record.app.id.description)])
    }
    return record
  }
}
