import Instants

/// How far this clock is ahead of a peer's, by the smallest difference seen in its heartbeats: the
/// one that spent the least time on its way.
struct ClockDifference: Hashable, Sendable {
  private var samples: [Int64] = []
  private var next = 0

  mutating func observe(peerClock: UInt64, at now: UnixMilliseconds) {
    let sample = now.value.subtractingReportingOverflow(Int64(clamping: peerClock))
    guard !sample.overflow else { return }
    if samples.count < BusRules.clockSamples {
      samples.append(sample.partialValue)
    } else {
      samples[next] = sample.partialValue
      next = (next + 1) % BusRules.clockSamples
    }
  }

  /// 0 before the first heartbeat.
  var milliseconds: Int64 { samples.min() ?? 0 }

  /// A peer's instant in this clock.
  func corrected(_ peerInstant: UInt64) -> UnixMilliseconds {
    let instant = Int64(clamping: peerInstant)
    let sum = instant.addingReportingOverflow(milliseconds)
    return UnixMilliseconds(sum.overflow ? instant : sum.partialValue)
  }
}
