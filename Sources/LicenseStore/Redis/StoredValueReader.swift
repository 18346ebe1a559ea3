import Encodings
import Instants

/// Reads the fields of a value; `nil` is "not of this form".
struct StoredValueReader {
  private let bytes: [UInt8]
  private var position = 0

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard digits() == StoredValue.format else { return nil }
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number() -> Int64? {
    skip(UInt8(ascii: " ")) ? digits() : nil
  }

  mutating func time() -> Timestamp? {
    number().map { Timestamp(secondsSinceEpoch: $0) }
  }

  /// The outer `nil` is "not of this form", the inner is `-`.
  mutating func optionalTime() -> Timestamp?? {
    guard skip(UInt8(ascii: " ")) else { return nil }
    if skip(UInt8(ascii: "-")) { return .some(nil) }
    return digits().map { Timestamp(secondsSinceEpoch: $0) }
  }

  mutating func id() -> UInt64? {
    guard skip(UInt8(ascii: " ")), bytes.count - position >= 13,
      let id = Base32.decode(bytes[position..<position + 13], byteCount: 8)
    else { return nil }
    position += 13
    return UInt64(bigEndian: id[...])
  }

  mutating func letter() -> UInt8? {
    guard skip(UInt8(ascii: " ")), !isAtEnd else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// All that is left, at least one character of valid UTF-8.
  mutating func text() -> String? {
    guard skip(UInt8(ascii: " ")), !isAtEnd else { return nil }
    defer { position = bytes.count }
    return String(validating: bytes[position...], as: UTF8.self)
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard !isAtEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// One to fifteen digits.
  private mutating func digits() -> Int64? {
    let start = position
    var value: Int64 = 0
    while !isAtEnd, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
      guard position - start < 15 else { return nil }
      value = value * 10 + Int64(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    return position > start ? value : nil
  }
}
