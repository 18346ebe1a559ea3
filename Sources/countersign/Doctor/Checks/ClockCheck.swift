import ServiceKit

/// Whether a clock goes with this host's, by the limits that workers go by: beyond the second one a
/// worker answers nothing.
enum ClockCheck {
  static let warningMilliseconds = ClockLimits.standard.warningMilliseconds
  static let faultMilliseconds = ClockLimits.standard.faultMilliseconds

  /// - Parameter owner: whose clock it is, as in `PostgreSQL`.
  static func finding(_ check: String, _ owner: String, _ clock: ClockFacts) -> Finding {
    let what = "the clock of \(owner) is \(difference(clock))"
    let remedy = "keep all hosts' clocks by NTP (chrony, systemd-timesyncd)"
    if clock.certainMilliseconds > faultMilliseconds { return .fault(check, what, do: remedy) }
    if clock.certainMilliseconds > warningMilliseconds { return .warning(check, what, do: remedy) }
    return .ok(check, what)
  }

  private static func difference(_ clock: ClockFacts) -> String {
    let milliseconds = clock.differenceMilliseconds
    let side = milliseconds < 0 ? "behind" : "ahead of"
    return "\(abs(milliseconds)) ms \(side) this host's, give or take "
      + "\(clock.uncertaintyMilliseconds) ms"
  }
}
