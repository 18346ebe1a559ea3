import Licensing

/// A window as the `RateLimit` headers show it.
public struct ProblemRateLimit: Hashable, Sendable {
  public let name: String
  /// Calls in a window (`q`).
  public let limit: Int
  /// Its length (`w`).
  public let windowSeconds: Int
  /// Calls left (`r`).
  public let remaining: Int
  /// Seconds until calls are free again (`t`).
  public let resetSeconds: Int

  public init(name: String, limit: Int, windowSeconds: Int, remaining: Int, resetSeconds: Int) {
    self.name = name
    self.limit = limit
    self.windowSeconds = windowSeconds
    self.remaining = remaining
    self.resetSeconds = resetSeconds
  }

  /// A call that `outcome` refused: `t` is when the next one is let through.
  public init(rule: RateRule, outcome: Gcra.Outcome) {
    self.init(
      name: rule.name.rawValue, limit: rule.limit, windowSeconds: rule.windowSeconds,
      remaining: outcome.remaining, resetSeconds: Int(outcome.retryAfterSeconds))
  }

  var value: String { "\"\(name)\";r=\(remaining);t=\(resetSeconds)" }
  var policy: String { "\"\(name)\";q=\(limit);w=\(windowSeconds)" }
}
