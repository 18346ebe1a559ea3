extension PostgresConnection {
  /// How often a transaction is repeated after a deadlock or a serialization failure (40P01, 40001).
  public static let transactionRetryLimit = 3

  /// Runs `body` in a transaction and commits when it returns, unless it has ended the transaction
  /// itself by `commit(after:)` or `rollBack()`. An error rolls back. `body` is run again from its
  /// start after a deadlock or a serialization failure, so it must have no effect outside.
  ///
  /// `.commitUnknown` says that the connection broke while COMMIT's answer was due.
  @discardableResult
  public func transaction<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    precondition(transactionState == .none, "a transaction inside a transaction")
    defer { transactionState = .none }
    for _ in 0..<Self.transactionRetryLimit {
      do {
        return try attempt(body)
      } catch  where error.kind == .serialization && isOpen {
        continue
      }
    }
    return try attempt(body)
  }

  /// Commits, with last statements before it in the same round trip. Only within `transaction`.
  @discardableResult
  public func commit(
    after statements: [PostgresStatement] = []
  ) throws(PostgresError) -> [PostgresRows] {
    precondition(
      transactionState == .due || transactionState == .begun, "COMMIT outside a transaction")
    var all = transactionState == .due ? [TransactionState.begin] : []
    let prefix = all.count
    all += statements + [TransactionState.commit]
    // Not `.ended` yet: a statement that fails leaves a transaction to roll back.
    transactionState = .begun
    let answers = try exchangeWithCommit(all)
    transactionState = .ended
    // A failed transaction answers COMMIT with ROLLBACK and no error.
    guard answers[answers.count - 1].commandTag == "COMMIT" else {
      throw PostgresError(.refused, sqlState: "25P02")
    }
    return Array(answers[prefix..<(answers.count - 1)])
  }

  /// Undoes the transaction; `body` may then return a value. Only within `transaction`.
  public func rollBack() throws(PostgresError) {
    precondition(
      transactionState == .due || transactionState == .begun, "ROLLBACK outside a transaction")
    let wasBegun = transactionState == .begun
    transactionState = .ended
    if wasBegun { _ = try exchange([TransactionState.rollBack]) }
  }

  private func attempt<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    transactionState = .due
    do {
      let value = try body(self)
      if transactionState == .due { transactionState = .ended }
      if transactionState == .begun { try commit() }
      return value
    } catch {
      if isOpen && transactionState == .begun { abandon() }
      throw error
    }
  }

  /// A rollback that fails takes the connection with it, which rolls back as well.
  private func abandon() {
    transactionState = .ended
    do { _ = try exchange([TransactionState.rollBack]) } catch { close() }
  }

  private func exchangeWithCommit(
    _ statements: [PostgresStatement]
  ) throws(PostgresError) -> [PostgresRows] {
    guard isOpen else { throw PostgresError(.connection) }
    do {
      return try exchange(statements)
    } catch {
      guard !isOpen else { throw error }
      throw PostgresError(.commitUnknown, sqlState: error.sqlState)
    }
  }
}
