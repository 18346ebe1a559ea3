import Instants
import Licensing
import Postgres

extension PostgresStore {
  /// Binds the device to a seat, or finds that it holds one, in one transaction of two round trips.
  ///
  /// - Parameter slidEnd: where Redis has moved the end of a binding's token of that generation;
  ///   asked at most once, while the binding's row is locked.
  public func activate(
    _ command: SeatCommand, slidEnd: @escaping (BindingID, UInt32) -> Timestamp? = { _, _ in nil }
  ) throws(StoreError) -> SeatOutcome {
    guard let code = command.code else { return .refused(.notFound) }
    return try transact { (connection) throws(PostgresError) in
      try SeatTransaction(
        command: command, code: code, keys: self.keys, slidEnd: slidEnd, connection: connection
      ).activate()
    }
  }

  /// The next token for a device that is bound; never binds.
  public func renew(
    _ command: SeatCommand, slidEnd: @escaping (BindingID, UInt32) -> Timestamp? = { _, _ in nil }
  ) throws(StoreError) -> SeatOutcome {
    guard let code = command.code else { return .refused(.notFound) }
    return try transact { (connection) throws(PostgresError) in
      try SeatTransaction(
        command: command, code: code, keys: self.keys, slidEnd: slidEnd, connection: connection
      ).renew()
    }
  }
}
