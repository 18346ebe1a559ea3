import Wire

/// What a lane's socket thread counts, beside the handler's own counters.
struct LaneCounts: Hashable, Sendable {
  var received: UInt64 = 0
  var answered: UInt64 = 0
  /// Came again while in hand.
  var repeated: UInt64 = 0
  /// Refused for want of room.
  var tooMany: UInt64 = 0
  /// Turned away because the deadline had passed before work began.
  var tooLate: UInt64 = 0
  /// Answers whose gateway had gone, or to nothing that was asked.
  var droppedReplies: UInt64 = 0
  var malformed: UInt64 = 0

  var all: [HeartbeatCounter] {
    [
      HeartbeatCounter(name: "bus_received", value: received),
      HeartbeatCounter(name: "bus_answered", value: answered),
      HeartbeatCounter(name: "bus_repeated", value: repeated),
      HeartbeatCounter(name: "bus_too_many", value: tooMany),
      HeartbeatCounter(name: "bus_too_late", value: tooLate),
      HeartbeatCounter(name: "bus_dropped_replies", value: droppedReplies),
      HeartbeatCounter(name: "bus_malformed", value: malformed),
    ]
  }
}
