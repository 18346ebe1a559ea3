import HTTPLoad

/// How requests reach the service: over HTTP, or as a direct client of the bus. One thread's own.
///
/// A transport has a number of slots, each with at most one request away. It tells the receiver when a
/// slot is ready, what was answered, and what failed; it connects anew by itself.
protocol LoadTransport: AnyObject {
  /// Slots, 1 or more.
  var slotCount: Int { get }
  /// How often a connection had to be made anew.
  var reconnects: Int { get }
  /// Sends at once; the slot has nothing away.
  func send(_ slot: Int, _ request: LoadRequest)
  /// One round of work, which ends at `deadline` of the monotonic clock at the latest.
  func wait(until deadline: Int64, for receiver: any ConnectionReceiver)
}
