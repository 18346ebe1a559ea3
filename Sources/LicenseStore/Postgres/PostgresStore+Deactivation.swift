import Instants
import Licensing
import Postgres

extension PostgresStore {
  /// Unbinds the device that a token is of, at its own wish, in one transaction of two round trips;
  /// three where its app limits how often.
  ///
  /// - Parameter slidEnd: as for `activate`.
  public func deactivate(
    _ command: DeactivationCommand,
    slidEnd: @escaping (BindingID, UInt32) -> Timestamp? = { _, _ in nil }
  ) throws(StoreError) -> DeactivationOutcome {
    try transact { (connection) throws(PostgresError) in
      try DeactivationTransaction(
        command: command, keys: self.keys, slidEnd: slidEnd, connection: connection
      ).run()
    }
  }
}
