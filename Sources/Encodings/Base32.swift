/// Base 32 of RFC 4648 section 6 in lower case and without padding, as ids and access tokens use it.
public enum Base32 {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// Eight bytes give 13 characters, twenty give 32.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    encodeArray(Array(bytes))
  }

  // The loops are over arrays: code over any collection is not specialised outside of this module.
  private static func encodeArray(_ bytes: [UInt8]) -> String {
    let alphabet = alphabet
    var characters: [UInt8] = []
    characters.reserveCapacity((bytes.count * 8 + 4) / 5)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
      bits += 8
      while bits >= 5 {
        bits -= 5
        characters.append(alphabet[Int(buffer >> UInt32(bits)) & 31])
      }
    }
    if bits > 0 {
      characters.append(alphabet[Int(buffer << UInt32(5 - bits)) & 31])
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// The bytes of a canonical text of exactly `byteCount` bytes, or `nil`: other characters,
  /// another length or set bits behind the last byte are refused, so that one value has one text.
  public static func decode(_ text: some Collection<UInt8>, byteCount: Int) -> [UInt8]? {
    decodeArray(Array(text), byteCount: byteCount)
  }

  private static func decodeArray(_ text: [UInt8], byteCount: Int) -> [UInt8]? {
    guard text.count == (byteCount * 8 + 4) / 5 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    var buffer: UInt32 = 0
    var bits = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      buffer = (buffer << 5 | value) & 0xFFFF
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    let rest = buffer & ((1 << UInt32(bits)) - 1)
    return rest == 0 && bytes.count == byteCount ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2")) + 26
    default: nil
    }
  }
}
