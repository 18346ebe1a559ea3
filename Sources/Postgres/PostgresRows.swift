import CPostgres
import Instants

/// The answer to one statement. Owns libpq's copy of it; fields are copied out when they are read.
public final class PostgresRows: RandomAccessCollection {
  private let result: OpaquePointer

  init(takingOwnershipOf result: OpaquePointer) {
    self.result = result
  }

  deinit { PQclear(result) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { Int(PQntuples(result)) }
  public subscript(position: Int) -> PostgresRow { PostgresRow(rows: self, index: position) }

  /// Rows that an INSERT, UPDATE or DELETE touched; for a SELECT, the rows read.
  public var affectedRowCount: Int {
    guard let text = PQcmdTuples(result) else { return 0 }
    return Int(String(cString: text)) ?? 0
  }

  /// The server's word for what it did, such as `COMMIT`.
  var commandTag: String { String(cString: PQcmdStatus(result)) }

  /// The one row of an answer that must have one.
  public func only() throws(PostgresError) -> PostgresRow {
    guard count == 1 else { throw PostgresError(.unexpectedAnswer) }
    return self[0]
  }

  func column(named name: String) -> Int32? {
    let column = PQfnumber(result, name)
    return column < 0 ? nil : column
  }

  /// The bytes of a field, valid within `body`; `nil` for null.
  func withField<Value>(
    row: Int, column: Int32, _ body: (UnsafeRawBufferPointer?) -> Value
  ) -> Value {
    guard PQgetisnull(result, Int32(row), column) == 0 else { return body(nil) }
    let length = Int(PQgetlength(result, Int32(row), column))
    return body(
      UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), column), count: length))
  }
}
