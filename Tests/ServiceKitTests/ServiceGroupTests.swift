import Glibc
import Instants
import Synchronization
import Testing

@testable import ServiceKit

struct ServiceGroupTests {
  private let journal = Journal()
  private let sink = CollectingSink()
  private let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 0))

  private func run(_ services: [FakeService], signals: [Int32?]) -> Int32 {
    var signals = ScriptedSignals(script: signals, time: time)
    var group = ServiceGroup(
      services: services, drainSeconds: 20, log: Logger(process: "test", sink: sink), time: time)
    return group.run(&signals) { journal.note("ready") }
  }

  @Test func `services start in order and stop in reverse`() {
    let services = ["a", "b"].map { FakeService($0, journal) }
    #expect(run(services, signals: [nil, SIGTERM]) == 0)
    #expect(
      journal.notes == [
        "start a", "start b", "ready", "stop b", "gone b", "stop a", "gone a",
      ])
  }

  @Test func `SIGHUP has services read their files anew and go on`() {
    let services = ["a", "b"].map { FakeService($0, journal) }
    #expect(run(services, signals: [SIGHUP, nil, SIGTERM]) == 0)
    #expect(journal.notes[..<5] == ["start a", "start b", "ready", "reload a", "reload b"])
    #expect(journal.notes.count == 9)
    #expect(!sink.text.contains("nothing read anew"))
  }

  @Test func `SIGHUP where no service reads anything anew says so`() {
    #expect(run([FakeService("a", journal, .readsNothingAnew)], signals: [SIGHUP, SIGTERM]) == 0)
    #expect(sink.text.contains("SIGHUP has nothing read anew here"))
    #expect(!sink.text.contains("are read anew"))
  }

  @Test func `a service that cannot start ends the process, and what runs is stopped`() {
    let services = [FakeService("a", journal), FakeService("b", journal, .failsToStart)]
    #expect(run(services, signals: []) == 1)
    #expect(journal.notes == ["start a", "start b", "stop a", "gone a"])
    #expect(sink.text.contains(#""service":"b""#))
  }

  @Test func `a service that fails later ends the process with 1`() {
    let services = [FakeService("a", journal, .fails)]
    #expect(run(services, signals: [nil]) == 1)
    #expect(journal.notes == ["start a", "ready", "stop a", "gone a"])
  }

  @Test func `a service that does not stop ends the process at the deadline`() {
    let services = [FakeService("a", journal, .neverStops)]
    #expect(run(services, signals: [SIGTERM]) == 1)
    #expect(time.monotonic() >= MonotonicTime(nanoseconds: 20_000_000_000))
  }

  @Test func `a second signal does not wait for a service that stops slowly`() {
    let services = [FakeService("a", journal, .neverStops)]
    #expect(run(services, signals: [SIGTERM, nil, SIGTERM]) == 1)
    #expect(time.monotonic() < MonotonicTime(nanoseconds: 2_000_000_000))
  }
}

/// What happened, in order.
final class Journal: Sendable {
  private let state = Mutex<[String]>([])
  var notes: [String] { state.withLock { $0 } }
  func note(_ text: String) { state.withLock { $0.append(text) } }
}

/// Signals as the script has them; each look moves the clock.
private struct ScriptedSignals: SignalSource {
  var script: [Int32?]
  let time: ManualTimeSource

  mutating func next(withinMilliseconds milliseconds: Int32) -> Int32? {
    time.advance(milliseconds: Int64(max(milliseconds, 100)))
    return script.isEmpty ? nil : script.removeFirst()
  }
}

private final class FakeService: Service {
  enum Manner {
    case sound
    case failsToStart
    case fails
    case neverStops
    case readsNothingAnew
  }

  let name: String
  private let journal: Journal
  private let manner: Manner

  init(_ name: String, _ journal: Journal, _ manner: Manner = .sound) {
    self.name = name
    self.journal = journal
    self.manner = manner
  }

  func start() throws {
    journal.note("start \(name)")
    if manner == .failsToStart { throw SystemFault(call: "bind", errorNumber: EADDRINUSE) }
  }

  func reload() -> Bool {
    journal.note("reload \(name)")
    return manner != .readsNothingAnew
  }

  func beginStop() { journal.note("stop \(name)") }

  func waitUntilStopped(until deadline: MonotonicTime) -> Bool {
    if manner == .neverStops { return false }
    journal.note("gone \(name)")
    return true
  }

  var hasFailed: Bool { manner == .fails }
}
