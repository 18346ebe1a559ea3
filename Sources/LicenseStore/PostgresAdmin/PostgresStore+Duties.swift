import Instants
import Licensing
import Postgres

/// What one admin process does for all, under an advisory lock.
extension PostgresStore {
  /// Spells "cntrduty".
  private static let dutyLock: Int64 = 0x636E_7472_6475_7479

  /// Runs `body` while this session holds the lock; `false`: another process is at it. A session
  /// that ends lets the lock go.
  public func onDuty(_ body: () throws(StoreError) -> Void) throws(StoreError) -> Bool {
    let isOurs = try run { (connection) throws(PostgresError) in
      try connection.run("SELECT pg_try_advisory_lock($1) AS is_ours", [.int(Self.dutyLock)])
        .only().bool("is_ours")
    }
    guard isOurs else { return false }
    // A connection that broke within `body` has let go already; there is nothing left to do then.
    defer { try? run(Self.release) }
    try body()
    return true
  }

  private static func release(_ connection: PostgresConnection) throws(PostgresError) {
    try connection.run("SELECT pg_advisory_unlock($1)", [.int(dutyLock)])
  }

  /// What is due to be told to Redis, the oldest first.
  public func outboxDue(limit: Int) throws(StoreError) -> [OutboxRecord] {
    try run { (connection) throws(PostgresError) in
      let statement = OutboxTable.due(limit: limit)
      var records: [OutboxRecord] = []
      for row in try connection.run(statement.sql, statement.values) {
        if let record = try OutboxRecord(row) { records.append(record) }
      }
      return records
    }
  }

  /// What could not be told is tried again later, ever more seldom.
  public func outboxPostponed(_ ids: [Int64]) throws(StoreError) {
    if ids.isEmpty { return }
    let statement = OutboxTable.postponement(ids)
    try run { (connection) throws(PostgresError) in
      _ = try connection.run(statement.sql, statement.values)
    }
  }

  /// Licences as they are now, those whose seal is broken left out: what a tampered row says is not
  /// stored anywhere.
  public func genuineLicenses(_ ids: [LicenseID]) throws(StoreError) -> [LicenseID: License] {
    if ids.isEmpty { return [:] }
    return try run { (connection) throws(PostgresError) in
      let rows = try connection.run(
        "SELECT \(LicenseColumns.all) FROM licenses l WHERE l.id = ANY($1::bigint[])", [.ids(ids)])
      var licenses: [LicenseID: License] = [:]
      for row in rows {
        let found = try LicenseRow(row)
        if !found.isTampered(keys) { licenses[found.license.id] = found.license }
      }
      return licenses
    }
  }

  /// Which of `ids` have no row any more.
  public func deletedLicenses(among ids: [LicenseID]) throws(StoreError) -> Set<LicenseID> {
    if ids.isEmpty { return [] }
    return try run { (connection) throws(PostgresError) in
      let rows = try connection.run(
        "SELECT l.id AS l_id FROM licenses l WHERE l.id = ANY($1::bigint[])", [.ids(ids)])
      var gone = Set(ids)
      for row in rows { gone.remove(try row.id("l_id")) }
      return gone
    }
  }

  /// How long tokens of those apps live.
  public func tokenTTLSeconds(ofApps ids: Set<AppID>) throws(StoreError) -> [AppID: Int] {
    if ids.isEmpty { return [:] }
    return try run { (connection) throws(PostgresError) in
      let rows = try connection.run(
        "SELECT \(AppColumns.all) FROM apps a WHERE a.id = ANY($1::bigint[])", [.ids(Array(ids))])
      var lives: [AppID: Int] = [:]
      for row in rows {
        let app = try App(row)
        lives[app.id] = app.settings.tokenTTLSeconds
      }
      return lives
    }
  }

  /// Claims of a day ago protect nothing any more. At most `limit` rows at a time, so that no
  /// statement is long; answers how many went.
  public func sweepRequests(olderThan instant: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(PostgresError) in
      try connection.run(
        """
        DELETE FROM requests WHERE request_id IN (
          SELECT request_id FROM requests WHERE created_at < $1 ORDER BY created_at LIMIT $2)
        """, [.timestamp(instant), .int(limit)]
      ).affectedRowCount
    }
  }
}

extension OutboxRecord {
  /// `nil`: a kind that a newer version writes, and delivers.
  init?(_ row: PostgresRow) throws(PostgresError) {
    guard let kind = OutboxKind(rawValue: try row.text("kind")) else { return nil }
    self.init(id: try row.int("id"), subject: Subject(kind, rawID: try row.int("subject_id")))
  }
}
