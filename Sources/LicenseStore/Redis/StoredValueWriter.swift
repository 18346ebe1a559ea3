import Encodings
import Instants
import Redis

/// Writes the fields of a value into one reserved buffer.
struct StoredValueWriter {
  private(set) var bytes: [UInt8] = []

  init(byteCount: Int) {
    bytes.reserveCapacity(byteCount)
    digits(StoredValue.format)
  }

  mutating func number(_ value: Int64) {
    blank()
    digits(value)
  }

  /// `-` stands for none.
  mutating func optionalTime(_ time: Timestamp?) {
    blank()
    if let time { digits(time.secondsSinceEpoch) } else { bytes.append(UInt8(ascii: "-")) }
  }

  mutating func id(_ value: UInt64) {
    blank()
    Base32.append(value, to: &bytes)
  }

  mutating func letter(_ letter: UInt8) {
    blank()
    bytes.append(letter)
  }

  /// Whatever it holds; must be the last field.
  mutating func rest(_ text: String) {
    blank()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func digits(_ value: Int64) {
    DecimalDigits(value).append(to: &bytes)
  }

  private mutating func blank() {
    bytes.append(UInt8(ascii: " "))
  }
}
