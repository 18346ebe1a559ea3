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
  /// Requests of direct clients that were taken in hand; they are in none of the numbers above.
  var directReceived: UInt64 = 0
  var directAnswered: UInt64 = 0
  /// Refusals, whatever the reason.
  var directRefused: UInt64 = 0
  /// Answers to clients that had gone, or that read none.
  var directDropped: UInt64 = 0
  var directMalformed: UInt64 = 0

  var all: [HeartbeatCounter] {
    [
      HeartbeatCounter(name: "bus_received", value: received),
      HeartbeatCounter(name: "bus_answered", value: answered),
      HeartbeatCounter(name: "bus_repeated", value: repeated),
      HeartbeatCounter(name: "bus_too_many", value: tooMany),
      HeartbeatCounter(name: "bus_too_late", value: tooLate),
      HeartbeatCounter(name: "bus_dropped_replies", value: droppedReplies),
      HeartbeatCounter(name: "bus_malformed", value: malformed),
      HeartbeatCounter(name: "direct_received", value: directReceived),
      HeartbeatCounter(name: "direct_answered", value: directAnswered),
      HeartbeatCounter(name: "direct_refused", value: directRefused),
      HeartbeatCounter(name: "direct_dropped", value: directDropped),
      HeartbeatCounter(name: "direct_malformed", value: directMalformed),
    ]
  }
}
