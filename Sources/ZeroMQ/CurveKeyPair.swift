import CZeroMQ

/// Both halves of a CURVE key (ZeroMQ RFC 26): one pair per process.
public struct CurveKeyPair: Hashable, Sendable {
  public let publicKey: CurvePublicKey
  public let secretKey: CurveSecretKey

  /// A new pair from the system's randomness.
  public static func generate() throws(ZeroMQError) -> CurveKeyPair {
    var publicText = [CChar](repeating: 0, count: Z85.roomForKey)
    var secretText = [CChar](repeating: 0, count: Z85.roomForKey)
    guard zmq_curve_keypair(&publicText, &secretText) == 0,
      let publicKey = CurvePublicKey(text: Z85.string(publicText)),
      let secretKey = CurveSecretKey(text: Z85.string(secretText))
    else { throw ZeroMQError(call: "zmq_curve_keypair") }
    return CurveKeyPair(publicKey: publicKey, secretKey: secretKey)
  }

  /// The pair of a secret key that was kept.
  public init(_ secretKey: CurveSecretKey) throws(ZeroMQError) {
    var publicText = [CChar](repeating: 0, count: Z85.roomForKey)
    guard zmq_curve_public(&publicText, secretKey.text) == 0,
      let publicKey = CurvePublicKey(text: Z85.string(publicText))
    else { throw ZeroMQError(call: "zmq_curve_public") }
    self.init(publicKey: publicKey, secretKey: secretKey)
  }

  private init(publicKey: CurvePublicKey, secretKey: CurveSecretKey) {
    self.publicKey = publicKey
    self.secretKey = secretKey
  }
}
