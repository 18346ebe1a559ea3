import Postgres

/// Conditions that all have to hold, and the values bound in them. Values never meet the text.
struct SQLConditions {
  private var terms: [String] = []
  private(set) var values: [PostgresValue] = []

  /// The `WHERE` clause; empty without conditions.
  var clause: String {
    terms.isEmpty ? "" : "WHERE " + terms.map { "(\($0))" }.joined(separator: " AND ")
  }

  mutating func require(_ term: String) { terms.append(term) }

  /// The parameter that stands for `value`.
  mutating func bind(_ value: PostgresValue) -> String {
    values.append(value)
    return "$\(values.count)"
  }
}
