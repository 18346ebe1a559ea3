import COpenSSL

/// Signs (RFC 8032, pure Ed25519). May be used by many threads at once.
public struct Ed25519PrivateKey: Sendable, CustomStringConvertible {
  public static let seedByteCount = 32
  let key: PKey
  public let publicKey: Ed25519PublicKey

  public static func generate() throws(CryptographyError) -> Ed25519PrivateKey {
    try Ed25519PrivateKey(seed: SecretBytes(RandomBytes.make(count: seedByteCount)))
  }

  /// The 32 bytes that RFC 8032 calls the private key.
  public init(seed: SecretBytes) throws(CryptographyError) {
    guard seed.bytes.count == Self.seedByteCount else { throw .wrongLength }
    try self.init(key: PKey.privateKey(seed: seed.bytes))
  }

  /// PKCS #8 without password.
  public init(pem: [UInt8]) throws(CryptographyError) {
    try self.init(key: PEM.readPrivateKey(pem))
  }

  private init(key: PKey) throws(CryptographyError) {
    self.key = key
    publicKey = try Ed25519PublicKey(raw: key.rawPublicKey)
  }

  public var seed: SecretBytes { SecretBytes(key.seed) }

  /// PKCS #8 without password; the file needs mode 0600.
  public func pem() throws(CryptographyError) -> SecretBytes {
    SecretBytes(try PEM.writePrivateKey(key))
  }

  /// 64 bytes.
  public func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .libraryFailed(step: "signing") }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureByteCount)
    var length = signature.count
    guard EVP_DigestSignInit(context, nil, nil, nil, key.pointer) == 1,
      EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { throw .libraryFailed(step: "signing") }
    return signature
  }

  public var description: String { "<secret>" }
}
