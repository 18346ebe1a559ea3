import Cryptography
import Encodings

/// The text of a master or token key file: one or two lines of a number (0–255) and 32 bytes in
/// base64url. The newest number makes, both check.
public enum SecretKeyFile {
  public static let keyLimit = 2

  /// Newest first. Throws for anything but one or two whole lines of different numbers.
  public static func parse(_ text: String) throws(SecretKeyFault) -> [NumberedSecret] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard (1...keyLimit).contains(lines.count) else { throw SecretKeyFault.keyCount }
    var keys: [NumberedSecret] = []
    for line in lines {
      guard let key = key(line) else { throw SecretKeyFault.unreadableLine }
      guard !keys.contains(where: { $0.number == key.number }) else {
        throw SecretKeyFault.doubledNumber
      }
      keys.append(key)
    }
    return keys.sorted { $0.number > $1.number }
  }

  public static func line(for key: NumberedSecret) -> String {
    "\(key.number) \(Base64URL.encode(key.secret.bytes))\n"
  }

  private static func key(_ line: Substring) -> NumberedSecret? {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt8(parts[0]), String(number) == parts[0],
      let bytes = Base64URL.decode(parts[1].utf8)
    else { return nil }
    return NumberedSecret(number: number, secret: SecretBytes(bytes))
  }
}
