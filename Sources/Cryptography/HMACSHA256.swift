import COpenSSL

/// HMAC with SHA-256 (RFC 2104): 32 bytes.
public enum HMACSHA256 {
  public static func tag(key: [UInt8], message: [UInt8]) -> [UInt8] {
    guard let context = EVP_MAC_CTX_new(Algorithms.hmac) else { outOfMemory() }
    defer { EVP_MAC_CTX_free(context) }
    var tag = [UInt8](repeating: 0, count: SHA256.byteCount)
    var length = 0
    let done =
      start(context, key: key) == 1
      && EVP_MAC_update(context, message, message.count) == 1
      && EVP_MAC_final(context, &tag, &length, tag.count) == 1
    precondition(done && length == tag.count, "a tag fails only for want of memory")
    return tag
  }

  public static func tag(key: SecretBytes, message: [UInt8]) -> [UInt8] {
    tag(key: key.bytes, message: message)
  }

  /// Compares all 32 bytes in constant time; a shorter tag is none.
  public static func isValid(_ tag: [UInt8], key: SecretBytes, message: [UInt8]) -> Bool {
    constantTimeEquals(tag, self.tag(key: key, message: message))
  }

  private static func start(_ context: OpaquePointer, key: [UInt8]) -> Int32 {
    var name = Array("SHA256".utf8CString)
    return name.withUnsafeMutableBufferPointer { name in
      let parameters = [
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.baseAddress, 0),
        OSSL_PARAM_construct_end(),
      ]
      // An array's pointer is never null here: a null key would mean "the key as before".
      return (key + [0]).withUnsafeBufferPointer {
        EVP_MAC_init(context, $0.baseAddress, key.count, parameters)
      }
    }
  }

  private static func outOfMemory() -> Never {
    preconditionFailure("a tag fails only for want of memory")
  }
}
