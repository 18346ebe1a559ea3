import Instants
import Postgres

extension PostgresStore {
  /// What this server is: the identifier made with its data, and the timeline that it writes, which
  /// a promotion or a restore to a point in time changes at once.
  static let epochServer = """
    (SELECT system_identifier::text FROM pg_control_system()) AS server_identifier,
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint AS server_timeline
    """
  static let epochColumns = """
    epoch, is_first, run_id, system_identifier, timeline,
    floor(extract(epoch FROM clock_timestamp() - changed_at))::bigint AS age_seconds,
    floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock_ms
    """
  private static let read = "SELECT \(epochColumns), \(epochServer) FROM redis_epoch"
  /// Seconds of the clock rather than one more than before: a restored database must not use a
  /// number again under which Redis may hold later values than it knows.
  private static let raise = """
    WITH server AS (SELECT \(epochServer))
    UPDATE redis_epoch SET is_first = (epoch = 0), run_id = $2,
      epoch = greatest(epoch + 1, extract(epoch FROM clock_timestamp())::bigint), changed_at = clock_timestamp(),
      system_identifier = server_identifier, timeline = server_timeline
    FROM server WHERE epoch = $1
    """

  /// The epoch in use. Where it was made for another PostgreSQL (a restore, a promotion), a new one
  /// is made first: what Redis has may be newer than what this PostgreSQL knows.
  public func redisEpoch() throws(StoreError) -> EpochRow {
    try run { (connection) throws(PostgresError) in
      let row = try connection.run(Self.read).only()
      let found = try EpochRow(row)
      let identifier = try row.text("server_identifier")
      let timeline = try row.int("server_timeline")
      let isOfThisServer = identifier == found.systemIdentifier && timeline == found.timeline
      if found.epoch == 0 || isOfThisServer { return found }
      return try Self.raise(from: found.epoch, runID: found.runID, connection)
    }
  }

  /// Makes the next epoch, for the Redis of `runID`, unless somebody else was faster: then the row
  /// that they made is what comes back.
  public func raiseEpoch(from epoch: Int64, runID: String) throws(StoreError) -> EpochRow {
    try run { (connection) throws(PostgresError) in
      try Self.raise(from: epoch, runID: runID, connection)
    }
  }

  private static func raise(
    from epoch: Int64, runID: String, _ connection: PostgresConnection
  ) throws(PostgresError) -> EpochRow {
    let answers = try connection.runAll([
      PostgresStatement(raise, [.int(epoch), .text(runID)]), PostgresStatement(read),
    ])
    return try EpochRow(answers[1].only())
  }
}

extension EpochRow {
  init(_ row: PostgresRow) throws(PostgresError) {
    self.init(
      epoch: try row.int("epoch"), runID: try row.text("run_id"),
      systemIdentifier: try row.text("system_identifier"), timeline: try row.int("timeline"),
      ageSeconds: try row.int("age_seconds"), isFirst: try row.bool("is_first"),
      serverClock: UnixMilliseconds(try row.int("clock_ms")))
  }
}
