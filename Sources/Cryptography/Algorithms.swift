import COpenSSL

/// Algorithms fetched once: a fetch by name costs more than a short text.
///
/// SAFETY: openssl-threads(7): fetched methods are reference counted and never change, so that
/// threads may share them. They live as long as the process.
enum Algorithms {
  nonisolated(unsafe) static let aes256GCM = require(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))

  private static func require(_ method: OpaquePointer?) -> OpaquePointer {
    guard let method else { preconditionFailure("OpenSSL 3 has this algorithm") }
    return method
  }
}
