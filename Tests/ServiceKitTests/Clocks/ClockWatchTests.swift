import Instants
import Testing

@testable import ServiceKit

@Suite struct `The watch over a clock` {
  private let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
  private let sink = CollectingSink()
  private let watch: ClockWatch

  init() {
    watch = ClockWatch(time: time, log: Logger(process: "test", time: time, sink: sink))
  }

  /// Both stores, whose clocks are behind ours by so much.
  private func read(_ behind: Int64) {
    for store in StoreClock.allCases {
      let now = time.monotonic()
      watch.note(
        UnixMilliseconds(time.wall().value - behind), of: store, sentAt: now, receivedAt: now)
    }
  }

  @Test func `says once that the clock is wrong, and once that it is right again`() {
    for _ in 0..<5 { read(3_600_000) }
    #expect(!watch.judge())
    let lines = sink.writes
    #expect(lines.count(where: { $0.contains("far from a store's") }) == 2)
    #expect(lines.count(where: { $0.contains("nothing is answered") }) == 1)
    #expect(lines.contains { $0.contains(#""store":"redis""#) && $0.contains("3600000") })
    for _ in 0..<5 { read(0) }
    #expect(watch.judge())
    let more = sink.writes.dropFirst(lines.count)
    #expect(more.count(where: { $0.contains("trusted again") }) == 1)
    #expect(more.count == 3)
  }

  @Test func `warns of two seconds and goes on`() {
    read(2000)
    #expect(watch.judge())
    #expect(sink.writes.count == 2)
    #expect(sink.writes.allSatisfy { $0.contains(#""level":"warning""#) })
    #expect(watch.offsets.map(\.milliseconds) == [2000, 2000])
  }

  @Test func `knows no offset before a store was read, and trusts the clock`() {
    #expect(watch.judge())
    #expect(watch.offsets.isEmpty)
    #expect(sink.writes.isEmpty)
  }
}
