/// The generic cell rate algorithm: a sliding window in one number.
///
/// The number is the theoretical arrival time (TAT) of a subject, in microseconds since 1970: the
/// instant at which everything that was counted has drained away.
public enum Gcra {
  public struct Outcome: Hashable, Sendable {
    /// Microseconds since 1970. Store it after a refusal, too, since that may have healed it; with
    /// a life that ends then.
    public let newTAT: Int64
    public let isAllowed: Bool
    /// Until a call would be let through; 0 where this one was.
    public let retryAfterMs: Int64
    /// Calls that would be let through right now.
    public let remaining: Int
    /// Until the whole limit is free again.
    public let resetMs: Int64

    /// Rounded up and at least 1: what `Retry-After` says.
    public var retryAfterSeconds: Int64 { max(1, retryAfterMs.quotientRoundedUp(by: 1000)) }
    public var resetSeconds: Int64 { resetMs.quotientRoundedUp(by: 1000) }
  }

  /// Counts one call at `nowMs`. `storedTAT` is `nil` for a subject that has no window. Who only
  /// looks does not store the outcome.
  ///
  /// A number further ahead than one window (a clock that was wrong, a broken value) is taken for a
  /// full window, so that nobody is shut out for longer than that.
  public static func step(storedTAT: Int64?, nowMs: Int64, rule: RateRule) -> Outcome {
    let window = Window(rule: rule, now: nowMs * 1000)
    let tat = window.healed(storedTAT)
    let next = tat + window.interval
    return next <= window.end ? window.allowed(next) : window.refused(tat, next: next)
  }

  private struct Window {
    let now: Int64
    let end: Int64
    let interval: Int64

    init(rule: RateRule, now: Int64) {
      let length = Int64(rule.windowSeconds) * 1_000_000
      self.now = now
      end = now + length
      // Rounded down, so that exactly `limit` calls fit into one window.
      interval = max(1, length / Int64(rule.limit))
    }

    func healed(_ stored: Int64?) -> Int64 { min(max(stored ?? now, now), end) }

    func allowed(_ next: Int64) -> Outcome {
      Outcome(
        newTAT: next, isAllowed: true, retryAfterMs: 0,
        remaining: Int((end - next) / interval), resetMs: milliseconds(next - now))
    }

    func refused(_ tat: Int64, next: Int64) -> Outcome {
      Outcome(
        newTAT: tat, isAllowed: false, retryAfterMs: milliseconds(next - end), remaining: 0,
        resetMs: milliseconds(tat - now))
    }

    private func milliseconds(_ microseconds: Int64) -> Int64 {
      microseconds.quotientRoundedUp(by: 1000)
    }
  }
}

extension Int64 {
  /// For numbers that are not negative.
  fileprivate func quotientRoundedUp(by divisor: Int64) -> Int64 { (self + divisor - 1) / divisor }
}
