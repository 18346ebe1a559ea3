import Instants
import LicenseStore
import Licensing
import Problems

/// Rate windows that all processes share in Redis; without it each process counts alone, by half the
/// limit.
public struct SharedRates: Sendable {
  private var local = LocalRates()

  public init() {}

  /// Counts a call by each check. The first limit that is used up refuses.
  public mutating func refusal(
    counting checks: [RateCheck], _ session: StoreSession
  ) -> Problem? {
    if session.epoch != nil, let outcomes = try? session.redis.countRates(checks) {
      return Self.refusal(checks, outcomes)
    }
    let now = session.time.wall()
    return Self.refusal(checks, checks.map { local.step($0, at: now) })
  }

  /// As above, without counting the call.
  public func refusal(lookingAt checks: [RateCheck], _ session: StoreSession) -> Problem? {
    if session.epoch != nil, let outcomes = try? session.redis.peekRates(checks) {
      return Self.refusal(checks, outcomes)
    }
    let now = session.time.wall()
    return Self.refusal(checks, checks.map { local.peek($0, at: now) })
  }

  private static func refusal(_ checks: [RateCheck], _ outcomes: [RateOutcome]) -> Problem? {
    zip(checks, outcomes).first { !$1.isAllowed }.map { .rateLimited($0.rule, $1) }
  }
}
