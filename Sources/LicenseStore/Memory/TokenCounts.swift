import Instants
import Licensing

/// How much of its limit each token has used in this process, to spare Redis those that are far from
/// it.
public struct TokenCounts: Sendable {
  public static let defaultCapacity = 100_000

  private var windows: RateWindows

  public init(capacity: Int = TokenCounts.defaultCapacity) {
    windows = RateWindows(capacity: capacity)
  }

  public var count: Int { windows.count }

  public enum Count: Hashable, Sendable {
    /// Counted here, which is enough below a quarter of the limit.
    case here
    /// Counted here, and to be counted in Redis, too.
    case inRedis
    /// Calls that came to this process alone use up the limit.
    case refused(RateOutcome)
  }

  public mutating func count(_ check: RateCheck, at now: UnixMilliseconds) -> Count {
    let outcome = windows.step(check, rule: check.rule, at: now)
    guard outcome.isAllowed else { return .refused(outcome) }
    let used = check.rule.limit - outcome.remaining
    return used <= check.rule.limit / 4 ? .here : .inRedis
  }
}
