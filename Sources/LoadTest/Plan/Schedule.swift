/// Says which connection sends next, and when that was due. A value: times come in as nanoseconds.
///
/// Latency counts from the due time. In an open loop a request that finds no free connection waits
/// here, and its wait counts, so that a slow server cannot slow the questions down unseen (what is
/// called coordinated omission).
struct Schedule {
  struct Turn: Equatable {
    let slot: Int
    /// When the request should have been sent.
    let dueAt: Int64
  }

  // One of the two is there.
  private var closedLoop: ClosedLoop?
  private var openLoop: OpenLoop?

  init(pace: Pace, ramp: Int64, slotCount: Int, startingAt start: Int64) {
    switch pace {
    case .closed(let think):
      closedLoop = ClosedLoop(think: think, ramp: ramp, slotCount: slotCount, start: start)
    case .open(let rate):
      openLoop = OpenLoop(rate: rate, ramp: ramp, start: start)
    }
  }

  mutating func slotBecameFree(_ slot: Int, at now: Int64) {
    closedLoop?.free(slot, at: now)
    openLoop?.free(slot)
  }

  /// The next request that is due by `now` and has a connection.
  mutating func next(at now: Int64) -> Turn? {
    closedLoop?.next(at: now) ?? openLoop?.next(at: now)
  }

  /// When `next` may have something without another free connection; `nil`: not before one is free.
  var nextDue: Int64? { closedLoop?.nextDue ?? openLoop?.nextDue }

  /// Requests that were due before `end` and were never sent.
  func unsent(before end: Int64) -> Int { openLoop?.unsent(before: end) ?? 0 }
}
