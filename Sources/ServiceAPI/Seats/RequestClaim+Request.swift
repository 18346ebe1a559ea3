import Cryptography
import LicenseStore
import MessageBus

extension RequestClaim {
  /// What a request's transaction claims.
  ///
  /// - Parameter keyID: the signer as the header names it.
  public init(_ request: BusRequest, keyID: String, _ proof: Proof) {
    let content = Array(request.method.utf8) + [0x0A] + request.target + [0x0A] + request.body
    self.init(
      requestID: request.id, keyID: keyID, nonce: proof.claimedNonce,
      contentHash: SHA256.hash(content))
  }
}
