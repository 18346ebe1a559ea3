import Instants
import LicenseStore
import Licensing
import MessageBus

/// How a request proved who sent it.
public enum Proof: Hashable, Sendable {
  /// An HMAC over the request itself. The nonce is to be claimed.
  case signed(nonce: String, sentAt: Timestamp)
  /// A bearer, where the app allows it. The nonce, if any, only comes back in the claims.
  case bearer(nonce: String?)

  init(_ signature: RequestSignature) {
    self = .signed(
      nonce: signature.nonce, sentAt: Timestamp(secondsSinceEpoch: signature.ts))
  }

  /// `nil`: a `Countersign-Nonce` that no signed request could carry, or more than one.
  init?(bearerNonceOf request: BusRequest) {
    let values = request.values(of: "countersign-nonce").map {
      String(decoding: $0, as: UTF8.self)
    }
    guard values.count <= 1, values.allSatisfy(Authorization.isNonce) else { return nil }
    self = .bearer(nonce: values.first)
  }

  public var isBearer: Bool {
    if case .bearer = self { true } else { false }
  }

  /// What the claims of the answer carry.
  public var nonce: String? {
    switch self {
    case .signed(let nonce, _): nonce
    case .bearer(let nonce): nonce
    }
  }

  /// The nonce to claim, if the proof has one that counts.
  public var claimedNonce: String? {
    if case .signed(let nonce, _) = self { nonce } else { nil }
  }

  /// `keyID` is the signer as the header names it.
  public func claim(keyID: String, requestID: RequestID) -> NonceClaim? {
    guard case .signed(let nonce, let sentAt) = self else { return nil }
    return NonceClaim(keyID: keyID, nonce: nonce, requestID: requestID, timestamp: sentAt)
  }
}
