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
    characters.append(addingCapacity: (bytes.count * 4 + 2) / 3) { output in
      alphabet.withUnsafeBufferPointer { alphabet in
        var start = 0
        while start + 3 <= bytes.count {
          let group = group(of: bytes[start], bytes[start + 1], bytes[start + 2])
          append(4, of: group, alphabet, to: &output)
          start += 3
        }
        switch bytes.count - start {
        case 1: append(2, of: group(of: bytes[start], 0, 0), alphabet, to: &output)
        case 2: append(3, of: group(of: bytes[start], bytes[start + 1], 0), alphabet, to: &output)
        default: break
        }
      }
    }
  }

  /// 24 bits, first byte uppermost.
  private static func group(of first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
    UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
  }

  private static func append(
    _ count: Int, of group: UInt32, _ alphabet: UnsafeBufferPointer<UInt8>,
    to output: inout OutputSpan<UInt8>
  ) {
    var shift: UInt32 = 18
    for _ in 0..<count {
      output.append(alphabet[Int(group >> shift) & 63])
      shift &-= 6
    }
  }

  /// The bytes of a canonical text, or `nil`: padding, foreign characters, an impossible length or
  /// set bits behind the last byte are refused, so that one value has one text.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    decode(Array(text)[...])
  }

  public static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    // Any foreign character leaves its mark here.
    var marks: UInt8 = 0
    let bytes = [UInt8](capacity: text.count * 3 / 4) { output in
      for character in text {
        let value = values[Int(character)]
        marks |= value
        buffer = buffer << 6 | UInt32(value & 63)
        bits += 6
        if bits >= 8 {
          bits -= 8
          output.append(UInt8(truncatingIfNeeded: buffer >> bits))
        }
      }
    }
    return marks & foreign == 0 && buffer & ((1 << bits) - 1) == 0 ? bytes : nil
  }

  private static let foreign: UInt8 = 0x80

  /// What each byte stands for; `foreign` where it is none of the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: foreign, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()
}
