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

  /// Writes down that the key was used, at most once an hour.
  public func noteUse(of key: OperatorKey, at now: Timestamp) throws(StoreError) {
    try run { (connection) throws(PostgresError) in
      try OperatorKeyRepository(connection).noteUse(of: key, at: now)
    }
  }
}
