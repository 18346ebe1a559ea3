/// RFC 4648 base64url without padding; decoding takes the canonical form only.
public enum Base64URL {
  public static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    var held: UInt32 = 0
    var bits = 0
    for byte in bytes {
      held = (held << 8 | UInt32(byte)) & 0xFFFF
      bits += 8
      while bits >= 6 {
        bits -= 6
        output.append(alphabet[Int(held >> UInt32(bits)) & 63])
      }
    }
    if bits > 0 { output.append(alphabet[Int(held << UInt32(6 - bits)) & 63]) }
    return String(decoding: output, as: UTF8.self)
  }

  public static func bytes(_ text: String) -> [UInt8]? {
    var output: [UInt8] = []
    var held: UInt32 = 0
    var bits = 0
    for character in text.utf8 {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      held = (held << 6 | UInt32(value)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    return self.text(output) == text ? output : nil
  }
}
