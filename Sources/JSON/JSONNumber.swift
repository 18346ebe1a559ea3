/// A number as it was written: no digit is lost on its way through.
public struct JSONNumber: Hashable, Sendable {
  /// Of JSON's grammar, and within a double.
  public let literal: String

  init(checked literal: String) { self.literal = literal }

  public init(_ value: Int64) { literal = String(value) }

  /// `nil` where a fraction or an exponent is written (`1.0`, `1e2`), or 64 bits do not hold it.
  public var int64: Int64? { Int64(literal) }

  public var double: Double { Double(literal) ?? 0 }
}
