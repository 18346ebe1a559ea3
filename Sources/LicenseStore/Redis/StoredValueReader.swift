import Encodings
import Instants

/// Reads the fields of a value; `nil` is "not of this form".
struct StoredValueReader {
  private var rest: ArraySlice<UInt8>

  init?(_ bytes: [UInt8]) {
    rest = bytes[...]
    guard digits() == StoredValue.format else { return nil }
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() -> Int64? {
    blank() ? digits() : nil
  }

  mutating func time() -> Timestamp? {
    number().map { Timestamp(secondsSinceEpoch: $0) }
  }

  /// The outer `nil` is "not of this form", the inner is `-`.
  mutating func optionalTime() -> Timestamp?? {
    guard blank() else { return nil }
    if rest.first == UInt8(ascii: "-") {
      rest.removeFirst()
      return .some(nil)
    }
    return digits().map { Timestamp(secondsSinceEpoch: $0) }
  }

  mutating func id() -> UInt64? {
    guard blank(), let bytes = Base32.decode(rest.prefix(13), byteCount: 8) else { return nil }
    rest = rest.dropFirst(13)
    return UInt64(bigEndian: bytes)
  }

  mutating func letter() -> UInt8? {
    blank() ? rest.popFirst() : nil
  }

  /// All that is left, at least one character of valid UTF-8.
  mutating func text() -> String? {
    guard blank(), !rest.isEmpty else { return nil }
    return String(validating: rest, as: UTF8.self)
  }

  private mutating func blank() -> Bool {
    rest.popFirst() == UInt8(ascii: " ")
  }

  /// One to fifteen digits.
  private mutating func digits() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let digit = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
      guard count < 15 else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
      count += 1
      rest.removeFirst()
    }
    return count > 0 ? value : nil
  }
}
