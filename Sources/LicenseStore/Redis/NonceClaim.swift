import Cryptography
import Encodings
import Instants
import Licensing

/// "This nonce of this key is used by this request." Made only after the signature was checked.
public struct NonceClaim: Hashable, Sendable {
  /// Behind a request's timestamp: 300 s of window on its other side, and 60 s for clocks.
  public static let lifeSeconds: Int64 = 360
  /// A timestamp is at most 300 s ahead, so that no claim outlives this.
  static let longestLifeSeconds: Int64 = 660

  let digest: NonceDigest
  /// Eight bytes of SHA-256(request id): the same request, sent again by the gateway, is no replay.
  let requestMark: UInt64
  let endsAt: Timestamp

  /// `keyID` is the text in the header (`app_…` or `cst_…`), `timestamp` the one that was signed.
  public init(keyID: String, nonce: String, requestID: RequestID, timestamp: Timestamp) {
    digest = NonceDigest(keyID: keyID, nonce: nonce)
    requestMark = UInt64(bigEndian: SHA256.hash(requestID.bytes)[..<8])
    endsAt = timestamp + Self.lifeSeconds
  }

  /// What is left of the claim's life, within bounds whatever the clock says.
  func lifeMilliseconds(at now: UnixMilliseconds) -> Int64 {
    let left = endsAt.secondsSinceEpoch * 1000 - now.value
    return min(max(left, 1), Self.longestLifeSeconds * 1000)
  }
}

public enum NonceOutcome: Hashable, Sendable {
  /// Used for the first time.
  case claimed
  /// Used by this very request before: the gateway sent it again.
  case claimedBefore
  /// Used by another request.
  case replayed
}
