import COpenSSL

/// One sealing or opening under way.
struct AESGCMContext: ~Copyable {
  // SAFETY: one owner, freed once by deinit, used by the thread that has the value.
  private let context: OpaquePointer

  static func forSealing(key: SecretBytes, nonce: [UInt8]) throws(CryptographyError) -> Self {
    try make(key: key, nonce: nonce, start: EVP_EncryptInit_ex2)
  }

  static func forOpening(key: SecretBytes, nonce: [UInt8]) throws(CryptographyError) -> Self {
    try make(key: key, nonce: nonce, start: EVP_DecryptInit_ex2)
  }

  private typealias Start = (
    OpaquePointer?, OpaquePointer?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?,
    UnsafePointer<OSSL_PARAM>?
  ) -> Int32

  private static func make(
    key: SecretBytes, nonce: [UInt8], start: Start
  ) throws(CryptographyError) -> Self {
    guard key.bytes.count == AESGCM.keyByteCount, nonce.count == AESGCM.nonceByteCount else {
      throw .wrongLength
    }
    guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailed(step: "AES-GCM start") }
    let cipher = AESGCMContext(takingOwnershipOf: context)
    guard start(context, Algorithms.aes256GCM, key.bytes, nonce, nil) == 1 else {
      throw .libraryFailed(step: "AES-GCM start")
    }
    return cipher
  }

  private init(takingOwnershipOf context: OpaquePointer) { self.context = context }

  deinit { EVP_CIPHER_CTX_free(context) }

  func authenticate(_ associatedData: [UInt8]) throws(CryptographyError) {
    if associatedData.isEmpty { return }
    var length: Int32 = 0
    guard EVP_CipherUpdate(context, nil, &length, associatedData, Int32(associatedData.count)) == 1
    else { throw .libraryFailed(step: "AES-GCM associated data") }
  }

  func process(_ input: [UInt8]) throws(CryptographyError) -> [UInt8] {
    if input.isEmpty { return [] }
    var output = [UInt8](repeating: 0, count: input.count)
    var length: Int32 = 0
    guard EVP_CipherUpdate(context, &output, &length, input, Int32(input.count)) == 1,
      Int(length) == input.count
    else { throw .libraryFailed(step: "AES-GCM data") }
    return output
  }

  func tag() throws(CryptographyError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
    guard finish(), countersign_gcm_get_tag(context, &tag, Int32(tag.count)) == 1 else {
      throw .libraryFailed(step: "AES-GCM tag")
    }
    return tag
  }

  func isGenuine(tag: [UInt8]) -> Bool {
    var tag = tag
    return countersign_gcm_set_tag(context, &tag, Int32(tag.count)) == 1 && finish()
  }

  private func finish() -> Bool {
    var rest = [UInt8](repeating: 0, count: 16)
    var length: Int32 = 0
    return EVP_CipherFinal_ex(context, &rest, &length) == 1
  }
}
