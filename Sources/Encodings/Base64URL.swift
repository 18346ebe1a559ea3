/// Base 64 URL of RFC 4648 section 5 without padding (RFC 7515 section 2).
public enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: encodeBytes(bytes), as: UTF8.self)
  }

  /// The text as ASCII bytes, for callers that build a larger message.
  public static func encodeBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var characters: [UInt8] = []
    append(Array(bytes), to: &characters)
    return characters
  }

  /// Puts the text behind what is there, as ASCII bytes.
  // The loops are over arrays: code over any collection is not specialised outside of this module.
  public static func append(_ bytes: [UInt8], to characters: inout [UInt8]) {
    let alphabet = alphabet
    characters.append(addingCapacity: (bytes.count * 4 + 2) / 3) { output in
      var buffer: UInt32 = 0
      var bits: UInt32 = 0
      for byte in bytes {
        buffer = buffer << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          output.append(alphabet[Int(buffer >> bits) & 63])
        }
      }
      if bits > 0 { output.append(alphabet[Int(buffer << (6 - bits)) & 63]) }
    }
  }

  /// The bytes of a canonical text, or `nil`: padding, foreign characters, an impossible length or
  /// set bits behind the last byte are refused, so that one value has one text.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    decode(Array(text)[...])
  }

  public static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    return buffer & ((1 << bits) - 1) == 0 ? bytes : nil
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
