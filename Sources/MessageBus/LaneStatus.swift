import Wire

/// What the handler says about itself, for heartbeats.
struct LaneStatus: Hashable, Sendable {
  var isAble = false
  var counters: [HeartbeatCounter] = []
  var clockOffsets: [ClockOffset] = []
}
