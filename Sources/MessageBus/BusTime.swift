import Instants

/// Both clocks, read at the same moment: the one instant of a decision.
struct BusTime: Hashable, Sendable {
  let wall: UnixMilliseconds
  let monotonic: MonotonicTime

  init(wall: UnixMilliseconds, monotonic: MonotonicTime) {
    self.wall = wall
    self.monotonic = monotonic
  }

  init(_ time: any TimeSource) {
    self.init(wall: time.wall(), monotonic: time.monotonic())
  }

  /// When the monotonic clock will show what the wall clock calls `instant`.
  func monotonic(at instant: UnixMilliseconds) -> MonotonicTime {
    monotonic
      + min(max(instant.value - wall.value, -BusRules.farMilliseconds), BusRules.farMilliseconds)
  }
}

extension MonotonicTime {
  /// Later than anything that will be waited for.
  static let never = MonotonicTime(nanoseconds: .max)
}
