import Instants
import Testing

@Suite struct TimeSourceTests {
  @Test(arguments: [(0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2)])
  func `milliseconds are cut to the second that has begun`(_ value: Int64, _ seconds: Int64) {
    #expect(UnixMilliseconds(value).timestamp.secondsSinceEpoch == seconds)
  }

  @Test func `a manual clock moves both clocks, and only when told to`() {
    let start = Timestamp(secondsSinceEpoch: 1_800_000_000)
    let time = ManualTimeSource(startingAt: start)
    let before = time.monotonic()
    #expect(time.now() == start)
    time.advance(milliseconds: 1500)
    #expect(time.now() == start + 1)
    #expect(time.monotonic().milliseconds(since: before) == 1500)
  }

  @Test func `the system's clock is after this was written`() throws {
    let written = try #require(Timestamp(rfc3339: "2026-01-01T00:00:00Z"))
    #expect(SystemTimeSource().now() > written)
  }
}
