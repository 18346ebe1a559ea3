/// Base 64 URL of RFC 4648 section 5 without padding (RFC 7515 section 2).
public enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: encodeBytes(bytes), as: UTF8.self)
  }

  /// The text as ASCII bytes, for callers that build a larger message.
  public static func encodeBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
    encodeArray(Array(bytes))
  }

  // The loops are over arrays: code over any collection is not specialised outside of this module.
  private static func encodeArray(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = alphabet
    var characters: [UInt8] = []
    characters.reserveCapacity((bytes.count * 4 + 2) / 3)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
      bits += 8
      while bits >= 6 {
        bits -= 6
        characters.append(alphabet[Int(buffer >> UInt32(bits)) & 63])
      }
    }
    if bits > 0 {
      characters.append(alphabet[Int(buffer << UInt32(6 - bits)) & 63])
    }
    return characters
  }

  /// The bytes of a canonical text, or `nil`: padding, foreign characters, an impossible length or
  /// set bits behind the last byte are refused, so that one value has one text.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    decodeArray(Array(text))
  }

  private static func decodeArray(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      buffer = (buffer << 6 | value) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return buffer & ((1 << UInt32(bits)) - 1) == 0 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
