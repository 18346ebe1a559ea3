import Licensing
import Postgres

extension PostgresStore {
  /// Rows that somebody holds are passed over: their holder is about to write something newer, or
  /// the next half life brings the update again. Whoever changes a token locks its binding first.
  private static let recordSeen = """
    WITH seen AS (
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[])
        AS s (binding_id, generation, ends_at, seen_at)),
    free AS (
      SELECT b.id FROM device_bindings b
      WHERE b.id = ANY($1::bigint[]) AND b.unbound_at IS NULL
      ORDER BY b.id FOR NO KEY UPDATE SKIP LOCKED),
    devices AS (
      UPDATE device_bindings b SET last_seen_at = s.seen_at
      FROM seen s JOIN free f ON f.id = s.binding_id
      WHERE b.id = s.binding_id AND b.last_seen_at < s.seen_at)
    UPDATE access_tokens t SET ends_at = s.ends_at
    FROM seen s JOIN free f ON f.id = s.binding_id
    WHERE t.binding_id = s.binding_id AND t.generation = s.generation AND t.ends_at < s.ends_at
    """

  /// Moves `last_seen_at` and token ends forward, never back, never of an unbound binding.
  public func recordSeen(_ updates: [SeenUpdate]) throws(StoreError) {
    guard !updates.isEmpty else { return }
    let merged = SeenUpdate.merged(updates)
    try run { (connection) throws(PostgresError) in
      _ = try connection.run(
        Self.recordSeen,
        [
          .ids(merged.map(\.bindingID)), .ints(merged.map { Int64($0.generation) }),
          .timestamps(merged.map(\.endsAt)), .timestamps(merged.map(\.seenAt)),
        ])
    }
  }
}
