/// Base 16 in lower case.
public enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: encodeBytes(Array(bytes)), as: UTF8.self)
  }

  /// The text as ASCII bytes, for callers that build a larger message.
  public static func encodeBytes(_ bytes: [UInt8]) -> [UInt8] {
    let digits = digits
    var characters: [UInt8] = []
    characters.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      characters.append(digits[Int(byte >> 4)])
      characters.append(digits[Int(byte & 15)])
    }
    return characters
  }
}
