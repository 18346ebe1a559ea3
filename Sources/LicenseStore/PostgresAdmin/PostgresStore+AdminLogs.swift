import Postgres

/// The log, for operators.
extension PostgresStore {
  /// The newest first.
  public func logPage(
    _ filter: LogFilter, after position: ListPosition?, limit: Int
  ) throws(StoreError) -> ListPage<LogEntry> {
    try run { (connection) throws(PostgresError) in
      let statement = LogListStatement(filter)
      let answers = try connection.runAll([
        statement.page(after: position, limit: limit + 1), statement.count(),
      ])
      var entries: [LogEntry] = []
      for row in answers[0] { entries.append(try LogEntry(row)) }
      let total = try answers[1].only().int("total")
      return ListPage(entries, limit: limit, total: Int(total)) {
        ListPosition(key: .none, id: UInt64(bitPattern: $0.id))
      }
    }
  }
}
