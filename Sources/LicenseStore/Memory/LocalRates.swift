import Instants
import Licensing

/// Rate windows without Redis: per process, with half the limit.
public struct LocalRates: Sendable {
  public static let defaultCapacity = 50_000

  private var windows: RateWindows

  public init(capacity: Int = LocalRates.defaultCapacity) {
    windows = RateWindows(capacity: capacity)
  }

  public var count: Int { windows.count }

  public mutating func step(_ check: RateCheck, at now: UnixMilliseconds) -> RateOutcome {
    windows.step(check, rule: check.rule.halved, at: now)
  }

  /// What a call would come to, without counting it.
  public func peek(_ check: RateCheck, at now: UnixMilliseconds) -> RateOutcome {
    windows.peek(check, rule: check.rule.halved, at: now)
  }
}
