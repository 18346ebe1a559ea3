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

  /// Counts one call here. True where Redis has to count it, too: from a quarter of the limit on.
  public mutating func needsRedis(_ check: RateCheck, at now: UnixMilliseconds) -> Bool {
    let outcome = windows.step(check, rule: check.rule, at: now)
    let used = check.rule.limit - outcome.remaining
    return !outcome.isAllowed || used > check.rule.limit / 4
  }
}
