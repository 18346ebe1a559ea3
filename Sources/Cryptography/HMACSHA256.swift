/// HMAC with SHA-256 (RFC 2104): 32 bytes. For a key that signs more than once see `HMACKey`.
public enum HMACSHA256 {
  public static func tag(key: [UInt8], message: [UInt8]) -> [UInt8] {
    HMACKey(key).tag(of: message)
  }

  public static func tag(key: SecretBytes, message: [UInt8]) -> [UInt8] {
    HMACKey(key).tag(of: message)
  }

  /// Compares all 32 bytes in constant time; a shorter tag is none.
  public static func isValid(_ tag: [UInt8], key: SecretBytes, message: [UInt8]) -> Bool {
    HMACKey(key).isValid(tag, for: message)
  }
}
