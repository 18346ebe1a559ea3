import Instants
import Licensing
import Postgres

/// The table `requests`, as writes of operators use it. All within the caller's transaction.
struct RequestClaims {
  let connection: PostgresConnection

  /// Claims, or says what the claim that stands in the way means. A parallel request with the same
  /// key waits here for the first to end, for as long as `lock_timeout` allows.
  func claim(_ claim: WriteClaim) throws(PostgresError) -> ClaimOutcome {
    try dropOutlived(claim)
    let inserted = try connection.run(
      """
      INSERT INTO requests (request_id, operator, idempotency_key, content_hash, created_at)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
      """,
      [
        .bytes(claim.requestID.bytes), .text(claim.operatorID.description),
        .text(claim.idempotencyKey), .bytes(claim.contentHash), .timestamp(claim.at),
      ])
    if inserted.affectedRowCount == 1 { return .first }
    return ClaimOutcome.judge(claim, against: try earlier(claim))
  }

  /// Writes down what was made, for those who ask again.
  static func made(_ ids: [Int64], by claim: WriteClaim) -> PostgresStatement {
    PostgresStatement(
      "UPDATE requests SET made_ids = $2 WHERE request_id = $1",
      [.bytes(claim.requestID.bytes), .ints(ids)])
  }

  /// A key is free again after a day, whether the sweep has come by or not.
  private func dropOutlived(_ claim: WriteClaim) throws(PostgresError) {
    guard let key = claim.idempotencyKey else { return }
    try connection.run(
      "DELETE FROM requests WHERE operator = $1 AND idempotency_key = $2 AND created_at <= $3",
      [
        .text(claim.operatorID.description), .text(key),
        .timestamp(claim.at - WriteClaim.lifeSeconds),
      ])
  }

  private func earlier(_ claim: WriteClaim) throws(PostgresError) -> EarlierClaim {
    let rows = try connection.run(
      """
      SELECT request_id, content_hash, made_ids, created_at FROM requests
      WHERE request_id = $1 OR (operator = $2 AND idempotency_key = $3)
      ORDER BY (request_id = $1) DESC LIMIT 1
      """,
      [
        .bytes(claim.requestID.bytes), .text(claim.operatorID.description),
        .text(claim.idempotencyKey),
      ])
    let row = try rows.only()
    return EarlierClaim(
      requestID: RequestID(bytes: try row.bytes("request_id")),
      contentHash: try row.bytes("content_hash"), made: try row.ints("made_ids"),
      createdAt: try row.timestamp("created_at"))
  }
}
