/// Whether a clock goes with this host's. Requests count within 300 s, nonces are kept 60 s longer
/// than that; without Redis a verification counts within 60 s.
enum ClockCheck {
  static let warningMilliseconds: Int64 = 1000
  /// Half of what the nonces' life has to spare.
  static let faultMilliseconds: Int64 = 30_000

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
