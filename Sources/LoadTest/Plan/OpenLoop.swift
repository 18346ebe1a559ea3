/// Requests due at a rate that rises from nothing to its full height during the ramp.
struct OpenLoop {
  /// Requests per nanosecond.
  private let rate: Double
  private let ramp: Double
  private let start: Int64
  private var sent = 0
  private var freeSlots: [Int] = []

  /// - Parameter rate: requests a second.
  init(rate: Double, ramp: Int64, start: Int64) {
    self.rate = rate / 1e9
    self.ramp = Double(ramp)
    self.start = start
  }

  mutating func free(_ slot: Int) { freeSlots.append(slot) }

  mutating func next(at now: Int64) -> Schedule.Turn? {
    guard let slot = freeSlots.last else { return nil }
    let due = dueTime(of: sent)
    guard due <= now else { return nil }
    freeSlots.removeLast()
    sent += 1
    return Schedule.Turn(slot: slot, dueAt: due)
  }

  var nextDue: Int64? { freeSlots.isEmpty ? nil : dueTime(of: sent) }

  func unsent(before end: Int64) -> Int {
    let elapsed = Double(end - start)
    guard elapsed > 0 else { return 0 }
    let due =
      elapsed < ramp ? rate * elapsed * elapsed / (2 * ramp) : rate * (elapsed - ramp / 2)
    return max(0, Int(due.rounded(.up)) - sent)
  }

  /// During the ramp `rate · t² / 2 ramp` requests are due by `t`, afterwards `rate · (t − ramp/2)`.
  private func dueTime(of number: Int) -> Int64 {
    let count = Double(number)
    let inRamp = rate * ramp / 2
    let elapsed =
      count < inRamp ? (2 * ramp * count / rate).squareRoot() : count / rate + ramp / 2
    return start + Int64(elapsed)
  }
}
