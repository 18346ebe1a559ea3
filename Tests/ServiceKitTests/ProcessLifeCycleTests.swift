import Glibc
import Instants
import Testing

@testable import ServiceKit

struct ProcessLifeCycleTests {
  private func at(_ seconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: seconds * 1_000_000_000)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal drains, and the end of all services ends with 0`(signal: Int32) {
    var life = ProcessLifeCycle(drainSeconds: 20)
    #expect(life.handle(.clock, at: at(1)) == .goOn)
    #expect(life.handle(.signal(signal), at: at(2)) == .drain(until: at(22)))
    #expect(life.handle(.clock, at: at(21)) == .goOn)
    #expect(life.handle(.allStopped, at: at(21)) == .exit(code: 0))
  }

  @Test func `a second signal ends with 1`() {
    var life = ProcessLifeCycle(drainSeconds: 20)
    _ = life.handle(.signal(SIGTERM), at: at(2))
    #expect(life.handle(.signal(SIGTERM), at: at(3)) == .exit(code: 1))
    #expect(life.handle(.allStopped, at: at(4)) == .exit(code: 1))
  }

  @Test func `the deadline of a drain ends with 1`() {
    var life = ProcessLifeCycle(drainSeconds: 20)
    _ = life.handle(.signal(SIGTERM), at: at(2))
    #expect(life.handle(.clock, at: at(22)) == .exit(code: 1))
  }

  @Test func `a failed service drains the others and ends with 1`() {
    var life = ProcessLifeCycle(drainSeconds: 20)
    #expect(life.handle(.serviceFailed("worker"), at: at(2)) == .drain(until: at(22)))
    #expect(life.handle(.allStopped, at: at(3)) == .exit(code: 1))
  }

  @Test func `a service that fails while draining makes it 1`() {
    var life = ProcessLifeCycle(drainSeconds: 20)
    _ = life.handle(.signal(SIGTERM), at: at(2))
    #expect(life.handle(.serviceFailed("worker"), at: at(3)) == .goOn)
    #expect(life.handle(.allStopped, at: at(4)) == .exit(code: 1))
  }
}
