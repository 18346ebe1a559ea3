import Instants
import Testing

@testable import Admin

struct DutyScheduleTests {
  private let start = MonotonicTime(nanoseconds: 0)

  @Test func `everything is due at the start, and each again after its own time`() {
    var schedule = DutySchedule()
    #expect(schedule.nextDue == nil)
    #expect(schedule.takeDue(at: start) == [.outbox, .seal, .sweep])
    #expect(schedule.takeDue(at: start + 999) == [])
    #expect(schedule.nextDue == start + 1000)
    #expect(schedule.takeDue(at: start + 1000) == [.outbox, .seal])
    #expect(schedule.takeDue(at: start + 60_000) == [.outbox, .seal, .sweep])
  }

  @Test func `what has more to do goes on at once`() {
    var schedule = DutySchedule()
    _ = schedule.takeDue(at: start)
    schedule.hurry(.sweep)
    #expect(schedule.nextDue == nil)
    #expect(schedule.takeDue(at: start) == [.sweep])
  }
}
