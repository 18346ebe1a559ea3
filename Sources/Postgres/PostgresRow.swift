import Instants

/// One row, read by column name. A column that is absent, null where it must not be, or of another
/// type is an `.unexpectedAnswer`.
public struct PostgresRow {
  let rows: PostgresRows
  let index: Int

  public func isNull(_ column: String) throws(PostgresError) -> Bool {
    try read(column) { _ in true } == nil
  }

  /// `smallint`, `integer` and `bigint` alike.
  public func int(_ column: String) throws(PostgresError) -> Int64 {
    try required(optionalInt(column))
  }
  public func optionalInt(_ column: String) throws(PostgresError) -> Int64? {
    try read(column, BinaryFormat.integer)
  }

  /// `text`, `json`, `name` and others whose binary form is their text.
  public func text(_ column: String) throws(PostgresError) -> String {
    try required(optionalText(column))
  }
  public func optionalText(_ column: String) throws(PostgresError) -> String? {
    try read(column) { String(decoding: $0, as: UTF8.self) }
  }

  public func bool(_ column: String) throws(PostgresError) -> Bool {
    try required(optionalBool(column))
  }
  public func optionalBool(_ column: String) throws(PostgresError) -> Bool? {
    try read(column) { $0.count == 1 ? $0[0] != 0 : nil }
  }

  public func bytes(_ column: String) throws(PostgresError) -> [UInt8] {
    try required(optionalBytes(column))
  }
  public func optionalBytes(_ column: String) throws(PostgresError) -> [UInt8]? {
    try read(column) { Array($0) }
  }

  /// A `timestamptz`, cut to whole seconds.
  public func timestamp(_ column: String) throws(PostgresError) -> Timestamp {
    try required(optionalTimestamp(column))
  }
  public func optionalTimestamp(_ column: String) throws(PostgresError) -> Timestamp? {
    try read(column, BinaryFormat.timestamp)
  }

  /// A `bigint[]` or `integer[]` without nulls.
  public func ints(_ column: String) throws(PostgresError) -> [Int64] {
    try required(
      read(column) { bytes -> [Int64]? in
        guard let elements = BinaryFormat.elements(bytes) else { return nil }
        let integers = elements.compactMap(BinaryFormat.integer)
        return integers.count == elements.count ? integers : nil
      })
  }

  /// A `text[]` without nulls.
  public func texts(_ column: String) throws(PostgresError) -> [String] {
    try required(
      read(column) { bytes in
        BinaryFormat.elements(bytes)?.map { String(decoding: $0, as: UTF8.self) }
      })
  }

  private func required<Value>(_ value: Value?) throws(PostgresError) -> Value {
    guard let value else { throw PostgresError(.unexpectedAnswer) }
    return value
  }

  private func read<Value>(
    _ column: String, _ decode: (UnsafeRawBufferPointer) -> Value?
  ) throws(PostgresError) -> Value? {
    guard let number = rows.column(named: column) else { throw PostgresError(.unexpectedAnswer) }
    let field: Field<Value> = rows.withField(row: index, column: number) { bytes in
      guard let bytes else { return .null }
      return decode(bytes).map { .value($0) } ?? .unreadable
    }
    switch field {
    case .null: return nil
    case .value(let value): return value
    case .unreadable: throw PostgresError(.unexpectedAnswer)
    }
  }

  private enum Field<Value> {
    case null, value(Value), unreadable
  }
}
