import Licensing
import Postgres
import ServiceKit

extension PostgresStore {
  /// A sum that rises with every change, for a change raises its app's version and no app goes.
  static let appsRevision = "SELECT coalesce(sum(version), 0)::bigint AS revision FROM apps"
  private static let appVersions = """
    SELECT (sum(a.version) OVER ())::bigint AS revision, a.id AS a_id, a.version AS a_version
    FROM apps a
    """
  private static let someApps = """
    SELECT \(AppColumns.all) FROM apps a WHERE a.id = ANY($1::bigint[])
    """

  /// All apps. Of those in `held` that have not changed since nothing but the version is read, and
  /// their keys are not opened again.
  ///
  /// Two statements: an app that changes in between is newer than the revision tells, so that the
  /// next comparison reads no less than it must.
  public func loadApps(since held: AppCatalogue = .empty) throws(StoreError) -> AppCatalogue {
    try run { (connection) throws(PostgresError) in
      let versions = try AppVersions(connection.run(Self.appVersions))
      let outdated = held.outdated(by: versions)
      return held.updated(to: versions, with: try records(of: outdated, connection))
    }
  }

  public func appsRevision() throws(StoreError) -> Int64 {
    try run { (connection) throws(PostgresError) in
      try connection.run(Self.appsRevision).only().int("revision")
    }
  }

  private func records(
    of ids: [AppID], _ connection: PostgresConnection
  ) throws(PostgresError) -> [AppRecord] {
    guard !ids.isEmpty else { return [] }
    var records: [AppRecord] = []
    for row in try connection.run(Self.someApps, [.ids(ids)]) { records.append(try record(row)) }
    return records
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

extension AppVersions {
  fileprivate init(_ rows: PostgresRows) throws(PostgresError) {
    var versions: [AppID: Int64] = [:]
    for row in rows { versions[try row.id("a_id")] = try row.int("a_version") }
    self.init(revision: try rows.first?.int("revision") ?? 0, byID: versions)
  }
}
