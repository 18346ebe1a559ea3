import COpenSSL

/// HKDF with SHA-256 (RFC 5869): keys of their own for each purpose, from one secret.
public enum HKDF {
  /// `length` is at most 255 × 32 bytes.
  public static func sha256(
    secret: [UInt8], salt: [UInt8] = [], info: [UInt8], length: Int
  ) -> [UInt8] {
    precondition((1...255 * SHA256.byteCount).contains(length), "RFC 5869 limits the length")
    let pseudorandomKey = HMACSHA256.tag(key: salt, message: secret)
    var output: [UInt8] = []
    var block: [UInt8] = []
    var counter: UInt8 = 0
    while output.count < length {
      counter += 1
      block = HMACSHA256.tag(key: pseudorandomKey, message: block + info + [counter])
      output += block
    }
    return Array(output.prefix(length))
  }

  public static func sha256(secret: SecretBytes, info: String, length: Int = 32) -> SecretBytes {
    SecretBytes(sha256(secret: secret.bytes, info: Array(info.utf8), length: length))
  }
}
