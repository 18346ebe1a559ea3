import Instants

/// How far this process' monotonic clock is ahead of a peer's wall clock, by the smallest difference
/// seen in its heartbeats: the one that spent the least time on its way. This process' own wall clock
/// has no part in it: when that is set, no request is late by it.
struct ClockDifference: Hashable, Sendable {
  private var samples: [Int64] = []
  private var next = 0

  mutating func observe(peerClock: UInt64, at now: MonotonicTime) {
    let sample = now.wholeMilliseconds.subtractingReportingOverflow(Int64(clamping: peerClock))
    guard !sample.overflow else { return }
    if samples.count < BusRules.clockSamples {
      samples.append(sample.partialValue)
    } else {
      samples[next] = sample.partialValue
      next = (next + 1) % BusRules.clockSamples
    }
  }

  /// `nil` before the first heartbeat.
  var milliseconds: Int64? { samples.min() }

  /// When this process' monotonic clock shows what the peer calls `instant`; at most a day from now.
  /// Before the first heartbeat both wall clocks are taken to show the same.
  func monotonic(at instant: UInt64, now: BusTime) -> MonotonicTime {
    let rest = Int64(clamping: instant).subtractingReportingOverflow(peerClock(at: now))
    let far = BusRules.farMilliseconds
    return now.monotonic + (rest.overflow ? far : min(max(rest.partialValue, -far), far))
  }

  private func peerClock(at now: BusTime) -> Int64 {
    guard let milliseconds else { return now.wall.value }
    let clock = now.monotonic.wholeMilliseconds.subtractingReportingOverflow(milliseconds)
    return clock.overflow ? .max : clock.partialValue
  }
}

extension MonotonicTime {
  fileprivate var wholeMilliseconds: Int64 { nanoseconds / 1_000_000 }
}
