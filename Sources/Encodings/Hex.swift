/// Base 16 in lower case.
public enum Hex {
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: encodeBytes(Array(bytes)), as: UTF8.self)
  }

  /// The text as ASCII bytes, for callers that build a larger message.
  public static func encodeBytes(_ bytes: [UInt8]) -> [UInt8] {
    var characters: [UInt8] = []
    append(bytes, to: &characters)
    return characters
  }

  /// Puts the text behind what is there, as ASCII bytes.
  public static func append(_ bytes: [UInt8], to characters: inout [UInt8]) {
    characters.append(addingCapacity: bytes.count * 2) { output in
      for byte in bytes {
        output.append(digit(byte >> 4))
        output.append(digit(byte & 15))
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
