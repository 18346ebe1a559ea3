import Instants

/// Both clocks of this process, read together.
public struct ClockMoment: Hashable, Sendable {
  public var wall: UnixMilliseconds
  public var monotonic: MonotonicTime

  public init(wall: UnixMilliseconds, monotonic: MonotonicTime) {
    self.wall = wall
    self.monotonic = monotonic
  }

  public init(_ time: any TimeSource) {
    self.init(wall: time.wall(), monotonic: time.monotonic())
  }
}
