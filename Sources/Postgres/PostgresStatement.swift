/// A statement and the values for its parameters `$1`, `$2`, ….
public struct PostgresStatement: Sendable {
  /// At most this many parameters; the protocol counts them in 16 bits.
  public static let valueLimit = 65_535

  public let sql: String
  public let values: [PostgresValue]

  public init(_ sql: String, _ values: [PostgresValue] = []) {
    self.sql = sql
    self.values = values
  }
}
