import Instants
import LicenseStore
import ServiceAPI

/// Decides whether a nonce is new: by what Redis said, and where Redis is away or may have forgotten
/// some, by the memory of this process as well.
struct NonceKeeper {
  /// How fresh a request must be while nonces may have been forgotten.
  static let strictWindowSeconds: Int64 = 60
  /// For an outage of Redis: 2,700 verifications a second, each kept for 6 minutes; about 80 bytes
  /// each. Beyond that requests are refused.
  static let capacity = 1_000_000
  /// What Redis has claimed is remembered here only for the case that it is lost again, and only
  /// while that costs little.
  static let secondCopyCapacity = 200_000

  enum Outcome {
    case new
    /// The gateway has sent this very request before.
    case sentAgain
    case refused(Finding)
  }

  private var remembered: LocalNonces

  init(capacity: Int = NonceKeeper.capacity) {
    remembered = LocalNonces(capacity: capacity)
  }

  /// `inRedis` is `nil` where Redis was not asked; a proof without a nonce to claim is always new.
  mutating func judge(
    _ claim: NonceClaim?, of proof: Proof?, inRedis: NonceOutcome?, isStrict: Bool, now: Timestamp
  ) -> Outcome {
    guard let claim else { return .new }
    if inRedis == .replayed { return .refused(.nonceReplayed) }
    if isStrict, !Self.isFresh(proof, now: now) { return .refused(.notFresh) }
    switch remember(claim, inRedis: inRedis, isStrict: isStrict, now: now) {
    case .known(.replayed): return .refused(.nonceReplayed)
    case .known(.claimedBefore): return .sentAgain
    case .known(.claimed): return inRedis == .claimedBefore ? .sentAgain : .new
    case .full: return .refused(.unavailable)
    }
  }

  /// To be called now and then.
  mutating func forgetEnded(at now: Timestamp) { remembered.forgetEnded(at: now) }

  private mutating func remember(
    _ claim: NonceClaim, inRedis: NonceOutcome?, isStrict: Bool, now: Timestamp
  ) -> LocalNonces.Outcome {
    let isInRedis = inRedis != nil
    if isInRedis, !isStrict || remembered.count >= Self.secondCopyCapacity {
      return .known(remembered.outcome(of: claim) ?? .claimed)
    }
    return remembered.claim(claim, at: now)
  }

  private static func isFresh(_ proof: Proof?, now: Timestamp) -> Bool {
    guard case .signed(_, let sentAt)? = proof else { return true }
    return abs(now - sentAt) <= strictWindowSeconds
  }
}
