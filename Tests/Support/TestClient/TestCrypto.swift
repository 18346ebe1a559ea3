import CTestCrypto

/// SHA-256, HMAC-SHA256 and Ed25519 as the tests' client needs them; libcrypto does the work.
public enum TestCrypto {
  public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    filled(32) { ctest_sha256(bytes, bytes.count, $0) }
  }

  public static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    filled(32) { ctest_hmac_sha256(key, key.count, message, message.count, $0) }
  }

  public static func isValid(signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool
  {
    guard signature.count == 64, publicKey.count == 32 else { return false }
    return ctest_ed25519_is_valid(publicKey, message, message.count, signature)
  }

  /// A signature by the private key that grows from `seed` (32 bytes).
  public static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8] {
    precondition(seed.count == 32, "an Ed25519 seed has 32 bytes")
    return filled(64) { ctest_ed25519_sign(seed, message, message.count, $0) }
  }

  public static func publicKey(seed: [UInt8]) -> [UInt8] {
    precondition(seed.count == 32, "an Ed25519 seed has 32 bytes")
    return filled(32) { ctest_ed25519_public_key(seed, $0) }
  }

  public static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  private static func filled(
    _ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Bool
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      guard let start = buffer.baseAddress, body(start) else {
        preconditionFailure("libcrypto refused a plain computation")
      }
      length = count
    }
  }
}
