import CPostgres

/// Tells answers from errors.
enum AnswerReader {
  static func answer(
    takingOwnershipOf result: OpaquePointer
  ) -> Result<PostgresRows, PostgresError> {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
      return .success(PostgresRows(takingOwnershipOf: result))
    default:
      defer { PQclear(result) }
      return .failure(error(in: result))
    }
  }

  private static func error(in result: OpaquePointer) -> PostgresError {
    // An error without a code is libpq's own: the connection broke.
    guard let sqlState = field(cs_pq_field_sqlstate, of: result) else {
      return PQresultStatus(result) == PGRES_PIPELINE_ABORTED
        ? PostgresError(.refused) : PostgresError(.connection)
    }
    return PostgresError(
      sqlState: sqlState, constraint: field(cs_pq_field_constraint, of: result))
  }

  private static func field(_ code: Int32, of result: OpaquePointer) -> String? {
    PQresultErrorField(result, code).map { String(cString: $0) }
  }
}
