/// A sign of life, once a second in both directions.
public struct Heartbeat: Hashable, Sendable {
  /// The sender's clock.
  public var clockUnixMilliseconds: UInt64
  public var inFlight: UInt32
  /// Age of the oldest request in hand; 0 when there is none.
  public var oldestMilliseconds: UInt32
  /// False while the stores that it needs are away, or its clock is wrong.
  public var isAble: Bool
  /// Since the sender's start; they only grow.
  public var counters: [HeartbeatCounter]
  /// A worker's, as far as known.
  public var clockOffsets: [ClockOffset]

  public init(
    clockUnixMilliseconds: UInt64, inFlight: UInt32 = 0, oldestMilliseconds: UInt32 = 0,
    isAble: Bool = true, counters: [HeartbeatCounter] = [],
    clockOffsets: [ClockOffset] = []
  ) {
    self.clockUnixMilliseconds = clockUnixMilliseconds
    self.inFlight = inFlight
    self.oldestMilliseconds = oldestMilliseconds
    self.isAble = isAble
    self.counters = counters
    self.clockOffsets = clockOffsets
  }
}
