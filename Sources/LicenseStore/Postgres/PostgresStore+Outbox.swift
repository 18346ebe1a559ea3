import Postgres

extension PostgresStore {
  /// Strikes out what has reached Redis. Should that be lost in a crash, it is delivered once more,
  /// which changes nothing; so the commit does not wait for the disk.
  public func outboxDelivered(_ ids: [Int64]) throws(StoreError) {
    guard !ids.isEmpty else { return }
    try transact { (connection) throws(PostgresError) in
      _ = try connection.commit(after: [
        PostgresStatement("SET LOCAL synchronous_commit = off"),
        PostgresStatement("DELETE FROM outbox WHERE id = ANY($1::bigint[])", [.ints(ids)]),
      ])
    }
  }
}
