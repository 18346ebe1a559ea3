/// HMAC with SHA-256 (RFC 2104): 32 bytes.
///
/// Built from two hashes, since OpenSSL 3's own takes four times as long to look up its parts by
/// name; each request needs it twice.
public enum HMACSHA256 {
  /// Of SHA-256, in bytes.
  private static let blockByteCount = 64

  public static func tag(key: [UInt8], message: [UInt8]) -> [UInt8] {
    let block = block(of: key)
    var inner = SHA256()
    inner.update(block.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = SHA256()
    outer.update(block.map { $0 ^ 0x5C })
    outer.update(inner.finish())
    return outer.finish()
  }

  public static func tag(key: SecretBytes, message: [UInt8]) -> [UInt8] {
    tag(key: key.bytes, message: message)
  }

  /// Compares all 32 bytes in constant time; a shorter tag is none.
  public static func isValid(_ tag: [UInt8], key: SecretBytes, message: [UInt8]) -> Bool {
    constantTimeEquals(tag, self.tag(key: key, message: message))
  }

  private static func block(of key: [UInt8]) -> [UInt8] {
    let short = key.count > blockByteCount ? SHA256.hash(key) : key
    return short + [UInt8](repeating: 0, count: blockByteCount - short.count)
  }
}
