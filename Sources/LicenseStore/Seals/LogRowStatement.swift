import Cryptography
import Postgres

/// Reads log rows in the order of seals, each as its position and the text of all else.
enum LogRowStatement {
  private static let columns = """
    id, transaction_id::text::bigint AS transaction_id,
    floor(extract(epoch FROM at) * 1000000)::bigint::text AS at, operator, action,
    app_id::text AS app_id, target_kind, target_id::text AS target_id, target_code,
    detail::text AS detail, address, request_id
    """
  private static let texts = [
    "at", "operator", "action", "app_id", "target_kind", "target_id", "target_code", "detail",
    "address",
  ]

  /// Rows behind `position` that no running transaction can come before any more.
  static func unsealed(after position: LogPosition, limit: Int) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT \(columns) FROM action_logs
      WHERE (transaction_id, id) > ($1::text::xid8, $2::bigint)
        AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY transaction_id, id LIMIT $3
      """, [.text(String(position.transactionID)), .int(position.logID), .int(limit)])
  }

  /// Rows behind `first`, up to and with `last`.
  static func between(_ first: LogPosition, _ last: LogPosition, limit: Int) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT \(columns) FROM action_logs
      WHERE (transaction_id, id) > ($1::text::xid8, $2::bigint)
        AND (transaction_id, id) <= ($3::text::xid8, $4::bigint)
      ORDER BY transaction_id, id LIMIT $5
      """,
      [
        .text(String(first.transactionID)), .int(first.logID),
        .text(String(last.transactionID)), .int(last.logID), .int(limit),
      ])
  }

  /// Each column with its length before it, so that no two rows give the same bytes.
  static func row(_ row: PostgresRow) throws(PostgresError) -> SealedRow {
    var hash = SHA256()
    hash.update(Array("countersign log row 1\n".utf8))
    for name in texts { hash.update(field(try row.optionalText(name).map { Array($0.utf8) })) }
    hash.update(field(try row.optionalBytes("request_id")))
    let position = LogPosition(
      transactionID: try row.int("transaction_id"), logID: try row.int("id"))
    return SealedRow(position: position, digest: hash.finish())
  }

  private static func field(_ bytes: [UInt8]?) -> [UInt8] {
    Array("\(bytes.map { String($0.count) } ?? "-"):".utf8) + (bytes ?? [])
  }
}
