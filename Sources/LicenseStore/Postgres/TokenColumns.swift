import Licensing
import Postgres

/// The columns of `access_tokens t`.
enum TokenColumns {
  static let all = """
    t.generation AS t_generation, t.key_number AS t_key_number, t.issued_at AS t_issued_at,
    t.ends_at AS t_ends_at, t.previous_ends_at AS t_previous_ends_at
    """
}

extension TokenState {
  init(_ row: PostgresRow) throws(PostgresError) {
    self.init(
      generation: try row.number("t_generation"), keyNumber: try row.number("t_key_number"),
      issuedAt: try row.timestamp("t_issued_at"), endsAt: try row.timestamp("t_ends_at"),
      previousEndsAt: try row.optionalTimestamp("t_previous_ends_at"))
  }
}
