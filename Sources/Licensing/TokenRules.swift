import Instants

/// One binding has one current token; these rules say when it is the same and when the next.
public enum TokenRules {
  /// Activate and renew return the same token again for so long, for an answer may be lost; not one
  /// whose key is retired, or not known here yet.
  public static let sameTokenSeconds: Int64 = 10
  /// A replaced token lives so much longer, not past its own end.
  public static let replacedTokenSeconds: Int64 = 60
  /// A token has three bytes for its generation.
  public static let lastGeneration: UInt32 = 0xFF_FFFF

  /// When the current token ends: what Redis has, else PostgreSQL's later copy.
  public static func ownEnd(of state: TokenState, slidEnd: Timestamp?) -> Timestamp {
    slidEnd ?? state.endsAt
  }

  /// The token to hand out. `isNew` is false where it is the current one again, which then ends at
  /// its `ownEnd`.
  ///
  /// - Parameters:
  ///   - current: `nil` for a binding that has none yet.
  ///   - slidEnd: where Redis has moved the current token's end.
  ///   - ttlSeconds: the app's `token_ttl_seconds`.
  ///   - keys: those that this process makes tokens by.
  public static func next(
    current: TokenState?, slidEnd: Timestamp?, now: Timestamp, ttlSeconds: Int,
    keys: TokenKeyNumbers
  ) -> (state: TokenState, isNew: Bool) {
    guard let current else {
      return (make(1, now, ttlSeconds, keys.current, previousEndsAt: nil), true)
    }
    let end = ownEnd(of: current, slidEnd: slidEnd)
    let isYoung = now < end && now < current.issuedAt + sameTokenSeconds
    if isYoung, keys.holds(current.keyNumber) { return (current, false) }
    // After the last generation a token is issued again: that ends in years, and denies nobody.
    let generation = min(current.generation + 1, lastGeneration)
    let previousEnd = min(now + replacedTokenSeconds, end)
    return (make(generation, now, ttlSeconds, keys.current, previousEndsAt: previousEnd), true)
  }

  /// Whether a token of `tokenGeneration` is a proof now.
  public static func judge(
    tokenGeneration: UInt32, state: TokenState, slidEnd: Timestamp?, now: Timestamp
  ) -> TokenJudgement {
    if tokenGeneration > state.generation { return .unknownNewer }
    if tokenGeneration == state.generation {
      let end = ownEnd(of: state, slidEnd: slidEnd)
      return now < end ? .current(endsAt: end) : .refused(.expired)
    }
    guard tokenGeneration + 1 == state.generation, let end = state.previousEndsAt else {
      return .refused(.invalid)
    }
    return now < end ? .previous(endsAt: end) : .refused(.expired)
  }

  /// As above, for the binding that `token` names: it must be of the licence that the token names,
  /// and the current generation of the key that the token names.
  public static func judge(
    _ token: AccessTokenID, of licenseID: LicenseID, state: TokenState, slidEnd: Timestamp?,
    now: Timestamp
  ) -> TokenJudgement {
    guard token.licenseID == licenseID else { return .refused(.invalid) }
    if token.generation == state.generation, token.keyNumber != state.keyNumber {
      return .refused(.invalid)
    }
    return judge(
      tokenGeneration: token.generation, state: state, slidEnd: slidEnd, now: now)
  }

  private static func make(
    _ generation: UInt32, _ now: Timestamp, _ ttlSeconds: Int, _ keyNumber: UInt8,
    previousEndsAt: Timestamp?
  ) -> TokenState {
    TokenState(
      generation: generation, keyNumber: keyNumber, issuedAt: now,
      endsAt: now + Int64(ttlSeconds), previousEndsAt: previousEndsAt)
  }
}
