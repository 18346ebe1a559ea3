import Instants
import Licensing

/// Windows of one process, at most `capacity` of them.
///
/// Where there is no room, those that have drained go first, then those least spent: so whoever
/// invents subjects pushes out his own inventions, and not the window that he has used up.
struct RateWindows: Sendable {
  let capacity: Int
  private var windows: [RateCheck: Int64] = [:]

  init(capacity: Int) {
    precondition(capacity > 0, "windows need room")
    self.capacity = capacity
  }

  var count: Int { windows.count }

  /// Counts one call by `rule`, which may differ from the check's own in its limit.
  mutating func step(
    _ check: RateCheck, rule: RateRule, at now: UnixMilliseconds
  ) -> RateOutcome {
    let outcome = peek(check, rule: rule, at: now)
    if windows.count >= capacity, windows[check] == nil { makeRoom(at: now) }
    windows[check] = outcome.newTAT
    return outcome
  }

  func peek(_ check: RateCheck, rule: RateRule, at now: UnixMilliseconds) -> RateOutcome {
    Gcra.step(storedTAT: windows[check], nowMs: now.value, rule: rule)
  }

  /// Frees an eighth at least, so that a full table is not searched at every call.
  private mutating func makeRoom(at now: UnixMilliseconds) {
    windows = windows.filter { $0.value > now.value * 1000 }
    let aim = capacity - max(1, capacity / 8)
    guard windows.count > aim else { return }
    let leastSpent = windows.sorted { $0.value < $1.value }.prefix(windows.count - aim)
    for (key, _) in leastSpent { windows.removeValue(forKey: key) }
  }
}
