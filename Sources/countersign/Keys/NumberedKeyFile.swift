import Cryptography
import Encodings

/// The file of token or master keys: lines `<number> <base64url of 32 bytes>`. The key with the
/// highest number makes, all of them check.
enum NumberedKeyFile {
  static let keyByteCount = 32

  /// A file with one new key, number 1.
  static func make() -> String {
    "1 \(Base64URL.encode(RandomBytes.make(count: keyByteCount)))\n"
  }
}
