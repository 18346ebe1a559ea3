/// Connections that send again some time after their last answer. During the ramp they begin one
/// after the other.
struct ClosedLoop {
  private let think: Int64
  private let ramp: Int64
  private let slotCount: Int
  private let start: Int64
  private var hasBegun: [Bool]
  private var parked = ParkedSlots()

  init(think: Int64, ramp: Int64, slotCount: Int, start: Int64) {
    self.think = think
    self.ramp = ramp
    self.slotCount = slotCount
    self.start = start
    hasBegun = Array(repeating: false, count: slotCount)
  }

  mutating func free(_ slot: Int, at now: Int64) {
    parked.park(slot, until: dueTime(slot, now))
  }

  private mutating func dueTime(_ slot: Int, _ now: Int64) -> Int64 {
    if hasBegun[slot] { return now + think }
    hasBegun[slot] = true
    return max(now, start + ramp / Int64(slotCount) * Int64(slot))
  }

  mutating func next(at now: Int64) -> Schedule.Turn? {
    guard let first = parked.first, first.dueAt <= now else { return nil }
    parked.removeFirst()
    return first
  }

  var nextDue: Int64? { parked.first?.dueAt }
}
