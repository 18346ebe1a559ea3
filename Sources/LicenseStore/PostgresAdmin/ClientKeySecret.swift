import Cryptography
import Encodings

/// A new client key: `cak_` and 43 characters of base 64 URL. Its text, as bytes, is the secret.
enum ClientKeySecret {
  static let prefix = "cak_"
  private static let byteCount = 32

  static func generate() -> SecretBytes {
    SecretBytes(Array((prefix + Base64URL.encode(RandomBytes.make(count: byteCount))).utf8))
  }
}
