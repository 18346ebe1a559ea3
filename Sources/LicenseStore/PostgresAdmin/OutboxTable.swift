import Instants
import Licensing
import Postgres

/// The table `outbox`.
enum OutboxTable {
  /// Rows younger than this are still being told to Redis by those who wrote them.
  static let secondsToWait: Int64 = 2
  /// After a failure a row waits this long, times its attempts, up to the limit.
  static let secondsBetweenAttempts = 1
  static let longestWaitSeconds = 60

  /// Answers the new rows.
  static func insertion(_ subjects: [OutboxRecord.Subject]) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO outbox (kind, subject_id)
      SELECT kind, subject_id FROM unnest($1::text[], $2::bigint[]) AS new (kind, subject_id)
      RETURNING id, kind, subject_id
      """,
      [.texts(subjects.map(\.kind.rawValue)), .ints(subjects.map(\.rawID))])
  }

  /// What is due now, the oldest first.
  static func due(limit: Int) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT id, kind, subject_id FROM outbox
      WHERE next_attempt_at <= now() AND created_at <= now() - make_interval(secs => $1)
      ORDER BY id LIMIT $2
      """, [.int(secondsToWait), .int(limit)])
  }

  static func postponement(_ ids: [Int64]) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE outbox SET attempts = attempts + 1, next_attempt_at =
        now() + make_interval(secs => least((attempts + 1) * $2::integer, $3::integer))
      WHERE id = ANY($1::bigint[])
      """, [.ints(ids), .int(secondsBetweenAttempts), .int(longestWaitSeconds)])
  }

  static func removal(_ ids: [Int64]) -> PostgresStatement {
    PostgresStatement("DELETE FROM outbox WHERE id = ANY($1::bigint[])", [.ints(ids)])
  }

  /// An SQL condition: nothing is left to be told about the licence of that expression, or about
  /// its bindings.
  static func isDelivered(license id: String) -> String {
    """
    (NOT EXISTS (SELECT 1 FROM outbox o WHERE o.kind = 'license' AND o.subject_id = \(id))
     AND NOT EXISTS (SELECT 1 FROM outbox o JOIN device_bindings ob ON ob.id = o.subject_id
       WHERE o.kind = 'binding' AND ob.license_id = \(id)))
    """
  }
}

extension OutboxRecord.Subject {
  var kind: OutboxKind {
    switch self {
    case .license: .license
    case .binding: .binding
    case .apps: .apps
    }
  }

  var rawID: Int64 {
    switch self {
    case .license(let id): Int64(bitPattern: id.rawValue)
    case .binding(let id): Int64(bitPattern: id.rawValue)
    case .apps(let id): Int64(bitPattern: id.rawValue)
    }
  }

  init(_ kind: OutboxKind, rawID: Int64) {
    let bits = UInt64(bitPattern: rawID)
    self =
      switch kind {
      case .license: .license(LicenseID(rawValue: bits))
      case .binding: .binding(BindingID(rawValue: bits))
      case .apps: .apps(AppID(rawValue: bits))
      }
  }
}
