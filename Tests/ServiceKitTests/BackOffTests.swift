import ServiceKit
import Testing

struct BackOffTests {
  @Test func `steps double up to the limit and stay there`() {
    var backOff = BackOff(firstMilliseconds: 1000, limitMilliseconds: 32_000)
    let waits = (0..<8).map { _ in backOff.nextMilliseconds(jitter: 0) }
    #expect(waits == [1000, 2000, 4000, 8000, 16_000, 32_000, 32_000, 32_000])
  }

  @Test(arguments: [(0.0, 1000), (0.5, 875), (1.0, 750), (-3, 1000), (9, 750)])
  func `jitter shortens a step by a quarter at most`(jitter: Double, wait: Int64) {
    var backOff = BackOff()
    #expect(backOff.nextMilliseconds(jitter: jitter) == wait)
  }

  @Test func `a success begins with the first step again`() {
    var backOff = BackOff()
    _ = backOff.nextMilliseconds(jitter: 0)
    _ = backOff.nextMilliseconds(jitter: 0)
    backOff.reset()
    #expect(backOff.nextMilliseconds(jitter: 0) == 1000)
  }

  @Test func `a step never overflows`() {
    var backOff = BackOff(firstMilliseconds: 1, limitMilliseconds: .max)
    for _ in 0..<200 { _ = backOff.nextMilliseconds(jitter: 0) }
    #expect(backOff.nextMilliseconds(jitter: 0) == .max)
  }
}
