/// Writes the twenty characters of an instant.
struct TimestampWriter {
  private var characters: [UInt8] = []

  init() { characters.reserveCapacity(20) }

  mutating func digits(_ first: Int, _ second: Int) {
    twoDigits(first)
    twoDigits(second)
  }

  mutating func digits(_ separator: Unicode.Scalar, _ value: Int) {
    characters.append(UInt8(ascii: separator))
    twoDigits(value)
  }

  mutating func finish() -> String {
    characters.append(UInt8(ascii: "Z"))
    return String(decoding: characters, as: UTF8.self)
  }

  private mutating func twoDigits(_ value: Int) {
    characters.append(UInt8(ascii: "0") + UInt8(value / 10))
    characters.append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
