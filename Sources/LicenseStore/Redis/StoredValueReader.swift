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

  /// Thirteen characters of base 32; the last has one bit more than the id, which is 0.
  mutating func id() -> UInt64? {
    guard blank(), rest.count >= 13 else { return nil }
    var value: UInt64 = 0
    for index in 0..<13 {
      guard let digit = Self.base32Value(rest.removeFirst()) else { return nil }
      guard index == 12 else {
        value = value << 5 | digit
        continue
      }
      guard digit & 1 == 0 else { return nil }
      value = value << 4 | digit >> 1
    }
    return value
  }

  private static func base32Value(_ character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(character - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt64(character - UInt8(ascii: "2")) + 26
    default: nil
    }
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
