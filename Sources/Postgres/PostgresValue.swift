import Instants

/// A value bound to a parameter. Its type in SQL is what the statement makes of the parameter, so
/// write a cast (`$1::bigint`) where PostgreSQL cannot tell.
public enum PostgresValue: Hashable, Sendable {
  case null
  case text(String)
  case int(Int64)
  case bool(Bool)
  case bytes([UInt8])
  /// For a `timestamptz`.
  case timestamp(Timestamp)
  /// For a `bigint[]`.
  case ints([Int64])
  /// For a `text[]`.
  case texts([String])
  /// For a `timestamptz[]`.
  case timestamps([Timestamp?])

  public static func text(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }
  public static func int(_ int: Int64?) -> PostgresValue { int.map { .int($0) } ?? .null }
  public static func int(_ int: Int?) -> PostgresValue { int.map { .int(Int64($0)) } ?? .null }
  public static func bool(_ bool: Bool?) -> PostgresValue { bool.map { .bool($0) } ?? .null }
  public static func bytes(_ bytes: [UInt8]?) -> PostgresValue {
    bytes.map { .bytes($0) } ?? .null
  }
  public static func timestamp(_ timestamp: Timestamp?) -> PostgresValue {
    timestamp.map { .timestamp($0) } ?? .null
  }
}

extension PostgresValue {
  /// Whether `encoded` is PostgreSQL's binary form; else it is text.
  var isBinary: Bool {
    switch self {
    case .null, .text, .int, .bool: false
    case .bytes, .timestamp, .ints, .texts, .timestamps: true
    }
  }

  /// The bytes that travel, `nil` for null. Text ends in a zero byte, which libpq asks for.
  var encoded: [UInt8]? {
    switch self {
    case .null: nil
    case .text(let text): Array(text.utf8) + [0]
    case .int(let int): Array(String(int).utf8) + [0]
    case .bool(let bool): [UInt8(ascii: bool ? "t" : "f"), 0]
    case .bytes(let bytes): bytes
    case .timestamp(let timestamp): BinaryFormat.timestamp(timestamp)
    case .ints(let ints): BinaryFormat.array(of: .int8, ints.map(BinaryFormat.int8))
    case .texts(let texts): BinaryFormat.array(of: .text, texts.map { Array($0.utf8) })
    case .timestamps(let timestamps):
      BinaryFormat.array(of: .timestamptz, timestamps.map { $0.map(BinaryFormat.timestamp) })
    }
  }
}
