import Licensing
import Postgres

extension PostgresValue {
  static func id(_ id: some ObjectID) -> PostgresValue { .int(Int64(bitPattern: id.rawValue)) }

  static func id<ID: ObjectID>(_ id: ID?) -> PostgresValue { id.map { .id($0) } ?? .null }

  static func ids(_ ids: [some ObjectID]) -> PostgresValue {
    .ints(ids.map { Int64(bitPattern: $0.rawValue) })
  }
}

extension PostgresRow {
  func id<ID: ObjectID>(_ column: String) throws(PostgresError) -> ID {
    ID(rawValue: UInt64(bitPattern: try int(column)))
  }

  func optionalID<ID: ObjectID>(_ column: String) throws(PostgresError) -> ID? {
    try optionalInt(column).map { ID(rawValue: UInt64(bitPattern: $0)) }
  }

  /// A number that a smaller type holds; anything else is an answer of another shape.
  func number<Number: FixedWidthInteger>(_ column: String) throws(PostgresError) -> Number {
    guard let number = Number(exactly: try int(column)) else {
      throw PostgresError(.unexpectedAnswer)
    }
    return number
  }
}
