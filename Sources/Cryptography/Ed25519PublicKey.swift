import COpenSSL

/// Checks signatures (RFC 8032, pure Ed25519). May be used by many threads at once.
public struct Ed25519PublicKey: Sendable {
  public static let byteCount = 32
  public static let signatureByteCount = 64
  let key: PKey

  public init(raw: [UInt8]) throws(CryptographyError) {
    guard raw.count == Self.byteCount else { throw .wrongLength }
    key = try PKey.publicKey(raw: raw)
  }

  /// SubjectPublicKeyInfo.
  public init(pem: [UInt8]) throws(CryptographyError) {
    key = try PEM.readPublicKey(pem)
  }

  public var raw: [UInt8] { key.rawPublicKey }

  public func pem() throws(CryptographyError) -> [UInt8] { try PEM.writePublicKey(key) }

  /// The name of this key, `kid`.
  public var thumbprint: String { JWK.thumbprint(x: raw) }

  public func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
    guard signature.count == Self.signatureByteCount, let context = EVP_MD_CTX_new() else {
      return false
    }
    defer { EVP_MD_CTX_free(context) }
    let isValid =
      EVP_DigestVerifyInit(context, nil, nil, nil, key.pointer) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    // A refusal leaves its reason in the thread's error queue, where later calls would find it.
    if !isValid { ERR_clear_error() }
    return isValid
  }
}

extension Ed25519PublicKey: Equatable {
  public static func == (left: Ed25519PublicKey, right: Ed25519PublicKey) -> Bool {
    left.raw == right.raw
  }
}
