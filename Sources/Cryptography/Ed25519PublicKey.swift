/// Checks signatures (RFC 8032, pure Ed25519). May be used by many threads at once.
public struct Ed25519PublicKey: Sendable {
  public static let byteCount = 32
  public static let signatureByteCount = 64
  let key: PKey
  /// 32 bytes.
  public let raw: [UInt8]

  public init(raw: [UInt8]) throws(CryptographyError) {
    guard raw.count == Self.byteCount else { throw .wrongLength }
    key = try PKey.publicKey(raw: raw)
    self.raw = raw
  }

  /// SubjectPublicKeyInfo.
  public init(pem: [UInt8]) throws(CryptographyError) {
    key = try PEM.readPublicKey(pem)
    raw = key.rawPublicKey
  }

  public func pem() throws(CryptographyError) -> [UInt8] { try PEM.writePublicKey(key) }

  /// The name of this key, `kid`.
  public var thumbprint: String { JWK.thumbprint(x: raw) }

  public func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
    signature.count == Self.signatureByteCount
      && SodiumEd25519.isValid(signature: signature, for: message, publicKey: raw)
  }
}

extension Ed25519PublicKey: Equatable {
  public static func == (left: Ed25519PublicKey, right: Ed25519PublicKey) -> Bool {
    left.raw == right.raw
  }
}
