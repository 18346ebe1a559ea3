import COpenSSL

/// SHA-256 (FIPS 180-4): 32 bytes.
public struct SHA256: ~Copyable {
  public static let byteCount = 32

  public static func hash(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    let done = EVP_Digest(message, message.count, &digest, nil, Algorithms.sha256, nil)
    precondition(done == 1, "a hash fails only for want of memory")
    return digest
  }

  // SAFETY: one owner, freed once by deinit, used by the thread that has the value.
  private let context: OpaquePointer

  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex2(context, Algorithms.sha256, nil) == 1
    else { preconditionFailure("a hash fails only for want of memory") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  public mutating func update(_ part: [UInt8]) {
    let done = EVP_DigestUpdate(context, part, part.count)
    precondition(done == 1, "a hash fails only for want of memory")
  }

  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    let done = EVP_DigestFinal_ex(context, &digest, nil)
    precondition(done == 1, "a hash fails only for want of memory")
    return digest
  }
}
