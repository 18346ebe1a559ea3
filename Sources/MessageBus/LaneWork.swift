import Instants
import Wire

/// A lane's work thread: feeds the handler with what arrives and with the time.
final class LaneWork {
  private let handler: any LaneHandler
  private let outlet: LaneOutlet
  private let inbox: LaneInbox
  private let time: any TimeSource
  private let batchLimit: Int
  private var arrived = LaneInbox.Content()
  private var status = LaneStatus()
  private var nextTick: MonotonicTime

  init(
    handler: any LaneHandler, outlet: LaneOutlet, inbox: LaneInbox, time: any TimeSource,
    batchLimit: Int
  ) {
    self.handler = handler
    self.outlet = outlet
    self.inbox = inbox
    self.time = time
    self.batchLimit = batchLimit
    nextTick = time.monotonic()
  }

  /// Returns when the last request was answered and the handler has written what it held back.
  func run() {
    while !turn() {
      if inbox.isEmpty { handler.pause(outlet) }
      _ = inbox.wake.wait(milliseconds: waitMilliseconds)
    }
    handler.drained(outlet)
    outlet.flush(status: status)
  }

  /// One round: what has arrived, then the time. Says whether it was the last.
  private func turn() -> Bool {
    inbox.take(into: &arrived)
    let mustTick = !arrived.hints.isEmpty
    handle(arrived.requests)
    arrived.requests.removeAll(keepingCapacity: true)
    for hint in arrived.hints { handler.hint(topic: hint.topic, event: hint.event, outlet) }
    arrived.hints.removeAll(keepingCapacity: true)
    tickIfDue(mustTick)
    flush()
    return arrived.isFinished
  }

  private func handle(_ requests: [BusRequest]) {
    var start = 0
    while start < requests.count {
      let end = min(requests.count, start + batchLimit)
      let batch = inTime(requests[start..<end])
      if !batch.isEmpty { handler.handle(batch, outlet) }
      flush()
      start = end
    }
  }

  /// Those that still have time; the others are turned away before any work.
  private func inTime(_ requests: ArraySlice<BusRequest>) -> [BusRequest] {
    let now = time.monotonic()
    return requests.filter { !outlet.turnAway(ifLate: $0, at: now) }
  }

  private func tickIfDue(_ mustTick: Bool) {
    let now = time.monotonic()
    guard mustTick || now >= nextTick || handler.nextWake.map({ now >= $0 }) == true else {
      return
    }
    if now >= nextTick {
      nextTick = now + BusRules.heartbeatMilliseconds
      status.counters = handler.counters.map { HeartbeatCounter(name: $0.name, value: $0.value) }
      status.clockOffsets = handler.clockOffsets.map {
        ClockOffset(store: $0.store, milliseconds: $0.milliseconds)
      }
    }
    handler.tick(outlet)
    status.isAble = handler.isAble
    outlet.flush(status: status)
  }

  /// Sends what the handler gave, and says at once when it became able or stopped being so.
  private func flush() {
    let isAble = handler.isAble
    guard isAble != status.isAble else { return outlet.flush() }
    status.isAble = isAble
    outlet.flush(status: status)
  }

  private var waitMilliseconds: Int32 {
    let wake = handler.nextWake.map { min($0, nextTick) } ?? nextTick
    return BusWait.milliseconds(until: wake, from: time.monotonic())
  }
}
