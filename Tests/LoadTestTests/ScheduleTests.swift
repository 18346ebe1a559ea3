import Testing

@testable import LoadTest

@Suite struct ScheduleTests {
  private static let millisecond: Int64 = 1_000_000

  private func open(_ rate: Double, ramp: Int64 = 0) -> Schedule {
    Schedule(
      pace: .open(requestsPerSecond: rate), ramp: ramp, slotCount: 1, startingAt: 0)
  }

  /// A server that stands still for a second, asked a thousand times a second over one connection.
  @Test func `a stall is in the latency of every request that was due meanwhile`() {
    var schedule = open(1000)
    var now: Int64 = 0
    var latencies: [Int64] = []
    schedule.slotBecameFree(0, at: now)
    while latencies.count < 2000 {
      guard let turn = schedule.next(at: now) else {
        now = schedule.nextDue ?? now
        continue
      }
      now += latencies.isEmpty ? 1000 * Self.millisecond : Self.millisecond / 10
      latencies.append(now - turn.dueAt)
      schedule.slotBecameFree(0, at: now)
    }
    #expect(latencies[0] == 1000 * Self.millisecond)
    // The one that was due half-way through the stall waited for the other half, and then for the
    // 500 before it.
    #expect(latencies[500] == 550 * Self.millisecond)
    #expect(latencies.count { $0 > 100 * Self.millisecond } > 900)
    #expect(latencies.last == Self.millisecond / 10)
  }

  @Test func `a request waits for its connection and keeps the time when it was due`() {
    var schedule = open(10)
    #expect(schedule.next(at: 0) == nil)
    #expect(schedule.nextDue == nil)
    schedule.slotBecameFree(7, at: 450 * Self.millisecond)
    #expect(
      schedule.next(at: 450 * Self.millisecond) == Schedule.Turn(slot: 7, dueAt: 0))
    schedule.slotBecameFree(7, at: 460 * Self.millisecond)
    #expect(
      schedule.next(at: 460 * Self.millisecond)
        == Schedule.Turn(slot: 7, dueAt: 100 * Self.millisecond))
  }

  @Test func `nothing is sent before it is due`() {
    var schedule = open(10)
    schedule.slotBecameFree(0, at: 0)
    #expect(schedule.next(at: 0) != nil)
    schedule.slotBecameFree(0, at: 1)
    #expect(schedule.next(at: 99 * Self.millisecond) == nil)
    #expect(schedule.nextDue == 100 * Self.millisecond)
  }

  @Test func `what was due and never sent is counted`() {
    var schedule = open(1000)
    schedule.slotBecameFree(0, at: 0)
    _ = schedule.next(at: 0)
    #expect(schedule.unsent(before: 1000 * Self.millisecond) == 999)
  }

  @Test func `during the ramp the rate rises from nothing, and half as many are due`() {
    var schedule = open(1000, ramp: 1000 * Self.millisecond)
    var dues: [Int64] = []
    while dues.last ?? 0 < 2000 * Self.millisecond {
      schedule.slotBecameFree(0, at: 0)
      guard let turn = schedule.next(at: 3000 * Self.millisecond) else { break }
      dues.append(turn.dueAt)
    }
    #expect(dues == dues.sorted())
    #expect(dues.count { $0 < 1000 * Self.millisecond } == 500)
    #expect(dues.count { $0 < 500 * Self.millisecond } == 125)
    let later = dues.count { $0 >= 1000 * Self.millisecond && $0 < 2000 * Self.millisecond }
    #expect(later == 1000)
  }

  @Test func `a closed loop sends when the answer came and it has thought`() {
    var schedule = Schedule(
      pace: .closed(thinkNanoseconds: 50), ramp: 0, slotCount: 2, startingAt: 0)
    schedule.slotBecameFree(0, at: 0)
    schedule.slotBecameFree(1, at: 0)
    #expect(schedule.next(at: 0) != nil)
    #expect(schedule.next(at: 0) != nil)
    #expect(schedule.next(at: 0) == nil)
    schedule.slotBecameFree(1, at: 10)
    #expect(schedule.next(at: 59) == nil)
    #expect(schedule.nextDue == 60)
    #expect(schedule.next(at: 75) == Schedule.Turn(slot: 1, dueAt: 60))
  }

  @Test func `connections of a closed loop begin one after the other during the ramp`() {
    var schedule = Schedule(
      pace: .closed(thinkNanoseconds: 0), ramp: 100, slotCount: 10, startingAt: 1000)
    for slot in (0..<10).reversed() { schedule.slotBecameFree(slot, at: 1000) }
    var turns: [Schedule.Turn] = []
    while let turn = schedule.next(at: 2000) { turns.append(turn) }
    #expect(turns == (0..<10).map { Schedule.Turn(slot: $0, dueAt: 1000 + Int64($0) * 10) })
  }
}
