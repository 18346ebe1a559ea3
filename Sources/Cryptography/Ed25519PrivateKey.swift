/// Signs (RFC 8032, pure Ed25519). May be used by many threads at once.
public struct Ed25519PrivateKey: Sendable, CustomStringConvertible {
  public static let seedByteCount = 32
  let key: PKey
  private let secretKey: SecretBytes
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
    secretKey = SecretBytes(SodiumEd25519.expand(seed: key.seed))
    publicKey = try Ed25519PublicKey(raw: key.rawPublicKey)
  }

  public var seed: SecretBytes { SecretBytes(key.seed) }

  /// PKCS #8 without password; the file needs mode 0600.
  public func pem() throws(CryptographyError) -> SecretBytes {
    SecretBytes(try PEM.writePrivateKey(key))
  }

  /// 64 bytes.
  public func sign(_ message: [UInt8]) -> [UInt8] {
    sign(message[...])
  }

  public func sign(_ message: ArraySlice<UInt8>) -> [UInt8] {
    SodiumEd25519.sign(message, with: secretKey.bytes)
  }

  public var description: String { "<secret>" }
}
