import COpenSSL

/// An Ed25519 key inside OpenSSL.
///
/// SAFETY: openssl-threads(7): a key that nobody changes may be used by many threads, each with a
/// context of its own. Nothing here changes it after it was made; deinit frees it once.
final class PKey: @unchecked Sendable {
  let pointer: OpaquePointer

  private init(takingOwnershipOf pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }

  static func privateKey(seed: [UInt8]) throws(CryptographyError) -> PKey {
    try owning(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count))
  }

  static func publicKey(raw: [UInt8]) throws(CryptographyError) -> PKey {
    try owning(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, raw, raw.count))
  }

  /// Takes what OpenSSL made; another kind of key is none.
  static func owning(_ pointer: OpaquePointer?) throws(CryptographyError) -> PKey {
    guard let pointer else {
      ERR_clear_error()
      throw .notAKey
    }
    let key = PKey(takingOwnershipOf: pointer)
    guard EVP_PKEY_get_id(pointer) == EVP_PKEY_ED25519 else { throw .notAKey }
    return key
  }

  var rawPublicKey: [UInt8] { raw(EVP_PKEY_get_raw_public_key) }
  var seed: [UInt8] { raw(EVP_PKEY_get_raw_private_key) }

  private func raw(
    _ read: (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?) -> Int32
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    var length = bytes.count
    let done = read(pointer, &bytes, &length)
    precondition(done == 1 && length == 32, "an Ed25519 key has 32 bytes")
    return bytes
  }
}
