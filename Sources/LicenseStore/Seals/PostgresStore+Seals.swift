import Instants
import Postgres

/// Sealing, a duty of one admin process for all.
extension PostgresStore {
  /// Rows that one seal covers at most.
  public static let sealedRowLimit = 256

  private static let newest =
    "SELECT \(LogSeal.columns) FROM log_seals ORDER BY sequence DESC LIMIT 1"

  /// Seals the oldest rows that are not sealed yet; `nil`: there are none that are final. A second
  /// sealer at the same time finds the sequence taken, and nothing of its own is left.
  public func sealLog(
    at now: Timestamp, limit: Int = sealedRowLimit
  ) throws(StoreError) -> (head: SealHead, rows: Int)? {
    try transact { (connection) throws(PostgresError) in
      let head = try Self.newestHead(connection)
      let found = try connection.run(
        LogRowStatement.unsealed(after: head?.last ?? .start, limit: limit))
      var rows: [SealedRow] = []
      for row in found { rows.append(try LogRowStatement.row(row)) }
      guard !rows.isEmpty else { return nil }
      let seal = LogSeal(
        after: head ?? .none, rows: rows, sealedAt: now.secondsSinceEpoch * 1_000_000)
      try connection.run(Self.insertion(seal, at: now))
      return (seal.head, rows.count)
    }
  }

  /// The end of the chain, and whether the server's transactions lie behind it: then nothing more is
  /// sealed.
  public func sealStanding() throws(StoreError) -> (head: SealHead?, isBehind: Bool) {
    try run { (connection) throws(PostgresError) in
      (try Self.newestHead(connection), try SealStanding.isBehindSeals(connection))
    }
  }

  private static func newestHead(
    _ connection: PostgresConnection
  ) throws(PostgresError) -> SealHead? {
    try connection.run(newest).first.map { (row) throws(PostgresError) in try LogSeal(row).head }
  }

  private static func insertion(_ seal: LogSeal, at now: Timestamp) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO log_seals (sequence, last_transaction_id, last_log_id, row_count, row_digests,
        hash, sealed_at)
      VALUES ($1, $2::text::xid8, $3, $4, $5, $6, $7)
      """,
      [
        .int(seal.sequence), .text(String(seal.last.transactionID)), .int(seal.last.logID),
        .int(seal.rowCount), .bytes(seal.rowDigests), .bytes(seal.hash), .timestamp(now),
      ])
  }
}
