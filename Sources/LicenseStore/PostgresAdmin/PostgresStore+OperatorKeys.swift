import Instants
import Postgres

/// Operator keys, for those who check them.
extension PostgresStore {
  /// The key with that secret, usable or not; `nil`: unknown.
  public func operatorKey(_ secret: OperatorSecret) throws(StoreError) -> OperatorKey? {
    try run { (connection) throws(PostgresError) in
      try OperatorKeyRepository(connection).find(secret)
    }
  }

  /// The keys with these secrets by one query, by the secrets' hashes.
  public func operatorKeys(
    _ secrets: [OperatorSecret]
  ) throws(StoreError) -> [[UInt8]: OperatorKey] {
    try run { (connection) throws(PostgresError) in
      try OperatorKeyRepository(connection).findAll(secrets)
    }
  }

  /// Writes down that the key was used, at most once an hour.
  public func noteUse(of key: OperatorKey, at now: Timestamp) throws(StoreError) {
    try run { (connection) throws(PostgresError) in
      try OperatorKeyRepository(connection).noteUse(of: key, at: now)
    }
  }
}
