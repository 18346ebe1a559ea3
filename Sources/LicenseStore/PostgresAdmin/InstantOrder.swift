import Licensing
import Postgres

/// Rows of one table in the order of an instant and, where that is the same, of their id; and how a
/// page of them is read.
struct InstantOrder {
  /// The table with its alias, such as `apps a`.
  let table: String
  let columns: String
  let instant: String
  let id: String
  let isDescending: Bool

  /// One row more than `limit` of those that follow `position`, and the count of all rows for which
  /// the conditions hold.
  func read(
    _ conditions: SQLConditions, after position: ListPosition?, limit: Int,
    _ connection: PostgresConnection
  ) throws(PostgresError) -> (rows: PostgresRows, total: Int) {
    let count = PostgresStatement(
      "SELECT count(*) AS total FROM \(table) \(conditions.clause)", conditions.values)
    let answers = try connection.runAll([
      page(conditions, after: position, limit: limit + 1), count,
    ])
    return (answers[0], Int(try answers[1].only().int("total")))
  }

  private func page(
    _ conditions: SQLConditions, after position: ListPosition?, limit: Int
  ) -> PostgresStatement {
    var chosen = conditions
    if let position, case .instant(let instant) = position.key {
      let key = chosen.bind(.timestamp(instant))
      let id = chosen.bind(.int(Int64(bitPattern: position.id)))
      chosen.require("(\(self.instant), \(self.id)) \(isDescending ? "<" : ">") (\(key), \(id))")
    }
    let direction = isDescending ? "DESC" : "ASC"
    let limit = chosen.bind(.int(limit))
    return PostgresStatement(
      """
      SELECT \(columns) FROM \(table) \(chosen.clause)
      ORDER BY \(instant) \(direction), \(id) \(direction) LIMIT \(limit)
      """, chosen.values)
  }
}
