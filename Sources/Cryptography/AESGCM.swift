import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) with a random nonce: nonce (12) ‖ ciphertext ‖ tag (16).
public enum AESGCM {
  public static let keyByteCount = 32
  static let nonceByteCount = 12
  static let tagByteCount = 16

  public static func seal(
    key: SecretBytes, plaintext: [UInt8], associatedData: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    let nonce = RandomBytes.make(count: nonceByteCount)
    return try seal(key: key, nonce: nonce, plaintext: plaintext, associatedData: associatedData)
  }

  static func seal(
    key: SecretBytes, nonce: [UInt8], plaintext: [UInt8], associatedData: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    let cipher = try AESGCMContext.forSealing(key: key, nonce: nonce)
    try cipher.authenticate(associatedData)
    let ciphertext = try cipher.process(plaintext)
    return nonce + ciphertext + (try cipher.tag())
  }

  /// `nil` where key, associated data or any byte is another than when it was sealed.
  public static func open(
    key: SecretBytes, sealed: [UInt8], associatedData: [UInt8]
  ) throws(CryptographyError) -> [UInt8]? {
    guard sealed.count >= nonceByteCount + tagByteCount else { return nil }
    let nonce = Array(sealed.prefix(nonceByteCount))
    let cipher = try AESGCMContext.forOpening(key: key, nonce: nonce)
    try cipher.authenticate(associatedData)
    let ciphertext = sealed.dropFirst(nonceByteCount).dropLast(tagByteCount)
    let plaintext = try cipher.process(Array(ciphertext))
    return cipher.isGenuine(tag: Array(sealed.suffix(tagByteCount))) ? plaintext : nil
  }
}
