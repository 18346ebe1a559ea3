import Postgres

/// Where the server's transactions stand towards those whose rows are sealed.
public enum SealStanding {
  /// Whether new rows come before the newest sealed one, as after a restore by pg_dump into a new
  /// server: then they are not sealed.
  public static func isBehindSeals(
    _ connection: PostgresConnection
  ) throws(PostgresError) -> Bool {
    try connection.run(
      """
      SELECT pg_snapshot_xmax(pg_current_snapshot()) <= last_transaction_id AS is_behind
      FROM log_seals ORDER BY sequence DESC LIMIT 1
      """
    ).first?.bool("is_behind") ?? false
  }
}
