import Cryptography
import Encodings

/// Nonces of 24 characters: 14 of chance for each thread and run, 10 that count.
struct NonceSource {
  static let characterCount = 24
  static let counterCharacterCount = 10
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  let prefix: [UInt8]
  private var last: UInt64 = 0
  private let alphabet = NonceSource.alphabet

  init(random: [UInt8] = RandomBytes.make(count: 11)) {
    let count = Self.characterCount - Self.counterCharacterCount
    prefix = Array(Base64URL.encodeBytes(random).prefix(count))
    precondition(prefix.count == count, "Eleven bytes make fourteen characters.")
  }

  mutating func next() -> UInt64 {
    last += 1
    return last
  }

  /// Writes the counting part.
  func write(_ number: UInt64, to text: inout [UInt8], at offset: Int) {
    var rest = number
    for place in stride(from: offset + Self.counterCharacterCount - 1, through: offset, by: -1) {
      text[place] = alphabet[Int(rest & 63)]
      rest >>= 6
    }
  }

  func text(of number: UInt64) -> String {
    var bytes = prefix + [UInt8](repeating: 0, count: Self.counterCharacterCount)
    write(number, to: &bytes, at: prefix.count)
    return String(decoding: bytes, as: UTF8.self)
  }
}
