import Instants
import LicenseStore
import Licensing
import ServiceKit
import Synchronization
import Testing

@testable import ServiceAPI

/// `AppDirectory` under several lanes; what a lane reads is counted, and comes from no store.
@Suite struct `Apps that lanes share` {
  private static let patience: Int64 = 10_000
  private let sink = LineSink()
  private let clock = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 0))
  private let directory: AppDirectory
  private let readings = Counting()

  init() { directory = Self.makeDirectory(sink, clock) }

  private static func makeDirectory(
    _ sink: LineSink, _ clock: ManualTimeSource, wait: Int64 = patience
  ) -> AppDirectory {
    AppDirectory(
      time: clock, log: Logger(process: "test", sink: sink), waitMilliseconds: wait)
  }

  private func comparison(
    _ revision: Int64, at milliseconds: Int64 = 0, epoch: Int64? = nil
  ) -> AppComparison {
    AppComparison(revision: revision, readAfter: time(milliseconds), epoch: epoch)
  }

  private func time(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: 0) + milliseconds
  }

  /// A lane that reads, if it has to, what has `revision`.
  @discardableResult
  private func look(_ comparison: AppComparison, finds revision: Int64? = nil) throws(StoreError)
    -> AppSnapshot
  {
    try directory.compare(comparison) { _ throws(StoreError) in
      readings.count()
      return AppSamples.catalogue(revision: revision ?? comparison.revision)
    }
  }

  @Test func `what one lane has read the others have, too`() throws {
    let first = try look(comparison(5))
    let second = try look(comparison(5))
    #expect(readings.total == 1)
    #expect(first[AppSamples.id] != nil && second[AppSamples.id] != nil)
    try look(comparison(4))
    #expect(readings.total == 1, "an earlier revision is no news")
    try look(comparison(6))
    #expect(readings.total == 2)
  }

  @Test func `who reads is given what is held, to read only what has changed`() throws {
    try look(comparison(5))
    _ = try directory.compare(comparison(6)) { held throws(StoreError) in
      #expect(held.revision == 5)
      return AppSamples.catalogue(revision: 6)
    }
  }

  @Test func `one lane's comparison counts for all, and what a lane took changes no more`() throws {
    let first = try look(comparison(5, at: 10))
    #expect(!first.isCurrent(since: time(11)))
    try look(comparison(5, at: 20))
    #expect(directory.snapshot.isCurrent(since: time(20)))
    #expect(!first.isCurrent(since: time(11)))
  }

  @Test func `a reading that fails keeps what is held and says so, once`() throws {
    try look(comparison(5, at: 10))
    for _ in 0..<2 {
      #expect(throws: StoreError.away) {
        try directory.compare(comparison(6, at: 20)) { _ throws(StoreError) in throw .away }
      }
      clock.advance(milliseconds: SharedApps.restMilliseconds)
    }
    #expect(directory.snapshot[AppSamples.id] != nil && directory.snapshot.isHeld(5))
    #expect(!directory.snapshot.isCurrent(since: time(20)), "nobody is refused by it")
    #expect(sink.lines.count == 1)
    #expect(sink.lines.first?.contains("STORE_AWAY") == true)
    #expect(try look(comparison(6, at: 30)).isCurrent(since: time(30)))
  }

  // MARK: Epochs

  @Test func `a lane that has not heard of the epoch neither reads nor tells`() throws {
    directory.enter(1)
    try look(comparison(5, at: 10, epoch: 1))
    directory.enter(2)
    for epoch: Int64? in [nil, 1] {
      #expect(throws: StoreError.away) { try look(comparison(5, at: 20, epoch: epoch)) }
    }
    #expect(readings.total == 1)
    #expect(!directory.snapshot.isCurrent(since: time(10)), "what was known is forgotten")
    try look(comparison(5, at: 30, epoch: 2))
    #expect(readings.total == 2, "the database may be another one")
  }

  @Test func `the same epoch from the next lane forgets nothing`() throws {
    directory.enter(1)
    try look(comparison(5, epoch: 1))
    directory.enter(1)
    try look(comparison(5, epoch: 1))
    #expect(readings.total == 1)
  }

  @Test func `what was being read when an epoch began does not count`() throws {
    directory.enter(1)
    #expect(throws: StoreError.away) {
      try directory.compare(comparison(5, epoch: 1)) { _ throws(StoreError) in
        directory.enter(2)
        return AppSamples.catalogue(revision: 5)
      }
    }
    #expect(directory.snapshot[AppSamples.id] == nil)
    try look(comparison(5, epoch: 2))
    #expect(readings.total == 1)
  }

  // MARK: Several at a time

  @Test func `lanes that come while one reads wait for it and read nothing themselves`() throws {
    let reading = try SlowReading(directory, comparison(5))
    let others = try (0..<3).map { _ in
      try OSThread.start(name: "lane") { _ = try? look(comparison(5)) }
    }
    #expect(try reading.holdUntil { directory.waitingLanes == 3 })
    try reading.end()
    for other in others { #expect(other.join(until: deadline)) }
    #expect(readings.total == 0)
    #expect(directory.waitingLanes == 0)
  }

  @Test func `who waited for a reading that brought too little reads itself`() throws {
    let reading = try SlowReading(directory, comparison(5))
    let other = try OSThread.start(name: "lane") { _ = try? look(comparison(6)) }
    #expect(try reading.holdUntil { directory.waitingLanes == 1 })
    try reading.end()
    #expect(other.join(until: deadline))
    #expect(readings.total == 1)
    #expect(directory.snapshot.isHeld(6))
  }

  @Test func `who waited for a reading that failed does not try in its turn`() throws {
    let reading = try SlowReading(directory, comparison(5), fails: true)
    let others = try (0..<3).map { _ in
      try OSThread.start(name: "lane") {
        #expect(throws: StoreError.busy) { try look(comparison(5)) }
      }
    }
    #expect(try reading.holdUntil { directory.waitingLanes == 3 })
    try reading.end()
    for other in others { #expect(other.join(until: deadline)) }
    #expect(readings.total == 0)
  }

  @Test func `for a second after a reading that failed nobody reads, and then one does`() throws {
    try SlowReading(directory, comparison(5), fails: true).end()
    clock.advance(milliseconds: 999)
    #expect(throws: StoreError.busy) { try look(comparison(5)) }
    #expect(readings.total == 0)
    clock.advance(milliseconds: 1)
    try look(comparison(5))
    #expect(readings.total == 1 && directory.snapshot.isHeld(5))
  }

  @Test func `after one that failed nobody waits for the next, until one went well`() throws {
    try SlowReading(directory, comparison(5), fails: true).end()
    clock.advance(seconds: 1)
    let second = try SlowReading(directory, comparison(5))
    #expect(throws: StoreError.busy) { try look(comparison(5)) }
    #expect(directory.waitingLanes == 0)
    try second.end()
    try look(comparison(5))
    let third = try SlowReading(directory, comparison(6))
    let other = try OSThread.start(name: "lane") { _ = try? look(comparison(6)) }
    #expect(try third.holdUntil { directory.waitingLanes == 1 })
    try third.end()
    #expect(other.join(until: deadline) && readings.total == 0)
  }

  @Test func `a lane is not held for ever, and what is read at last counts`() throws {
    let directory = Self.makeDirectory(sink, clock, wait: 1)
    let reading = try SlowReading(directory, comparison(5))
    #expect(throws: StoreError.busy) {
      try directory.compare(comparison(5)) { _ throws(StoreError) in
        readings.count()
        return .empty
      }
    }
    #expect(directory.waitingLanes == 0)
    try reading.end()
    #expect(readings.total == 0)
    #expect(directory.snapshot.isHeld(5))
  }

  private var deadline: MonotonicTime { SystemTimeSource().monotonic() + Self.patience }
}

private final class Counting: Sendable {
  private let number = Mutex(0)
  var total: Int { number.withLock { $0 } }
  func count() { number.withLock { $0 += 1 } }
}
