import Licensing
import Postgres

extension PostgresStore {
  /// Rows that somebody holds are passed over: their holder is about to write something newer, or
  /// the next half life brings the update again. Whoever changes a token locks its binding first.
  private static let recordSeen = """
    WITH seen AS (
      SELECT b.id, s.generation, s.ends_at, s.seen_at
      FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[])
        AS s (binding_id, generation, ends_at, seen_at)
      JOIN device_bindings b ON b.id = s.binding_id
      WHERE b.unbound_at IS NULL
      ORDER BY b.id FOR NO KEY UPDATE OF b SKIP LOCKED),
    devices AS (
      UPDATE device_bindings b SET last_seen_at = s.seen_at FROM seen s
      WHERE b.id = s.id AND b.last_seen_at < s.seen_at)
    UPDATE access_tokens t SET ends_at = s.ends_at FROM seen s
    WHERE t.binding_id = s.id AND t.generation = s.generation AND t.ends_at < s.ends_at
    """

  /// Updates a statement; 500 take some 15 ms.
  static let seenBatchLimit = 500

  /// Moves `last_seen_at` and token ends forward, never back, never of an unbound binding.
  ///
  /// Verification waits for this, and what a crash loses is noted again by the next verdict; so the
  /// commit does not wait for the disk.
  public func recordSeen(_ updates: [SeenUpdate]) throws(StoreError) {
    var rest = SeenUpdate.merged(updates)[...]
    while !rest.isEmpty {
      try record(Array(rest.prefix(Self.seenBatchLimit)))
      rest = rest.dropFirst(Self.seenBatchLimit)
    }
  }

  private func record(_ batch: [SeenUpdate]) throws(StoreError) {
    let update = PostgresStatement(
      Self.recordSeen,
      [
        .ids(batch.map(\.bindingID)), .ints(batch.map { Int64($0.generation) }),
        .timestamps(batch.map(\.endsAt)), .timestamps(batch.map(\.seenAt)),
      ])
    try transact { (connection) throws(PostgresError) in
      _ = try connection.commit(after: [
        PostgresStatement("SET LOCAL synchronous_commit = off"), update,
      ])
    }
  }
}
