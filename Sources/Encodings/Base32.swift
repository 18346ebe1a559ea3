/// Base 32 of RFC 4648 section 6 in lower case and without padding, as ids and access tokens use it.
public enum Base32 {
  /// Eight bytes give 13 characters, twenty give 32.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    encodeArray(Array(bytes))
  }

  // The loops are over arrays: code over any collection is not specialised outside of this module.
  private static func encodeArray(_ bytes: [UInt8]) -> String {
    var characters: [UInt8] = []
    append(bytes, to: &characters)
    return String(decoding: characters, as: UTF8.self)
  }

  /// Puts the text behind what is there, as ASCII bytes.
  public static func append(_ bytes: [UInt8], to characters: inout [UInt8]) {
    characters.append(addingCapacity: (bytes.count * 8 + 4) / 5) { output in
      var buffer: UInt32 = 0
      var bits: UInt32 = 0
      for byte in bytes {
        buffer = buffer << 8 | UInt32(byte)
        bits += 8
        while bits >= 5 {
          bits -= 5
          output.append(character(of: buffer >> bits))
        }
      }
      if bits > 0 { output.append(character(of: buffer << (5 - bits))) }
    }
  }

  /// Puts the 13 characters of eight bytes, big-endian, behind what is there.
  public static func append(_ value: UInt64, to characters: inout [UInt8]) {
    characters.append(addingCapacity: 13) { output in
      for shift: UInt64 in stride(from: 59, through: 4, by: -5) {
        output.append(character(of: UInt32(truncatingIfNeeded: value >> shift)))
      }
      output.append(character(of: UInt32(truncatingIfNeeded: value << 1)))
    }
  }

  /// Of the lowest five bits.
  private static func character(of value: UInt32) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value & 31)
    return digit < 26 ? UInt8(ascii: "a") + digit : UInt8(ascii: "2") + digit - 26
  }

  /// The bytes of a canonical text of exactly `byteCount` bytes, or `nil`: other characters,
  /// another length or set bits behind the last byte are refused, so that one value has one text.
  public static func decode(_ text: some Collection<UInt8>, byteCount: Int) -> [UInt8]? {
    decode(Array(text)[...], byteCount: byteCount)
  }

  public static func decode(_ text: ArraySlice<UInt8>, byteCount: Int) -> [UInt8]? {
    guard text.count == (byteCount * 8 + 4) / 5 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      buffer = buffer << 5 | value
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    let rest = buffer & ((1 << bits) - 1)
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
