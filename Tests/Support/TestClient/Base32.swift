/// Lower-case RFC 4648 base32 without padding, as ids and tokens use it.
public enum Base32 {
  public static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    var held: UInt32 = 0
    var bits = 0
    for byte in bytes {
      held = (held << 8 | UInt32(byte)) & 0xFFFF
      bits += 8
      while bits >= 5 {
        bits -= 5
        output.append(alphabet[Int(held >> UInt32(bits)) & 31])
      }
    }
    if bits > 0 { output.append(alphabet[Int(held << UInt32(5 - bits)) & 31]) }
    return String(decoding: output, as: UTF8.self)
  }

  public static func bytes(_ text: String) -> [UInt8]? {
    var output: [UInt8] = []
    var held: UInt32 = 0
    var bits = 0
    for character in text.utf8 {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      held = (held << 5 | UInt32(value)) & 0xFFFF
      bits += 5
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    return self.text(output) == text ? output : nil
  }
}
