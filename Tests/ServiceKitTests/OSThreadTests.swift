import Instants
import ServiceKit
import Synchronization
import Testing

struct OSThreadTests {
  private let time = SystemTimeSource()

  @Test func `a thread runs its body, and can be joined more than once`() throws {
    let count = Counter()
    let thread = try OSThread.start(name: "a name of more than 15 bytes") { count.add(5) }
    #expect(thread.join(until: time.monotonic() + 10_000))
    #expect(thread.join(until: time.monotonic()))
    #expect(count.value == 5)
  }

  @Test func `a join ends at its deadline, and a later one sees the end`() throws {
    let wake = try WakeDescriptor()
    let thread = try OSThread.start(name: "waits") { _ = wake.wait(milliseconds: 20_000) }
    #expect(!thread.join(until: time.monotonic() + 1))
    wake.wake()
    #expect(thread.join(until: time.monotonic() + 10_000))
  }

  @Test func `a wake is seen until it is cleared, however often it was made`() throws {
    let wake = try WakeDescriptor()
    #expect(!wake.wait(milliseconds: 0))
    for _ in 0..<100_000 { wake.wake() }
    #expect(wake.wait(milliseconds: 0))
    wake.clear()
    #expect(!wake.wait(milliseconds: 0))
  }
}
