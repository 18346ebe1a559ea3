import Instants
import LicenseStore
import Licensing
import Problems

/// What every write of an app asks of Redis.
extension StoreSession {
  /// Claims a nonce, and says whether the gateway has sent the same request before. Without Redis
  /// the claim in PostgreSQL decides alone.
  public func isSentAgain(_ claim: NonceClaim?) throws(Problem) -> Bool {
    guard let claim, epoch != nil else { return false }
    switch try? redis.claimNonce(claim) {
    case .claimed?, nil: return false
    case .claimedBefore?: return true
    case .replayed?: throw .nonceReplayed
    }
  }

  /// Where Redis has moved the end of a binding's token of that generation; `nil`: nowhere, or it is
  /// away.
  public func slidEnd(_ binding: BindingID, _ generation: UInt32) -> Timestamp? {
    guard epoch != nil else { return nil }
    return (try? redis.slidEnd(of: binding, generation: generation)) ?? nil
  }
}
