/// Where a connection stands with its transaction. `BEGIN` travels with the first statement.
enum TransactionState {
  case none
  /// Asked for; nothing was sent yet.
  case due
  case begun
  /// Committed or rolled back by the body itself; nothing may follow.
  case ended

  static let begin = PostgresStatement("BEGIN")
  static let commit = PostgresStatement("COMMIT")
  static let rollBack = PostgresStatement("ROLLBACK")
}
