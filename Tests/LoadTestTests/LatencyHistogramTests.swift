import Testing

@testable import LoadTest

@Suite struct LatencyHistogramTests {
  /// Values of every size from a nanosecond to a minute.
  private static func values(_ count: Int, seed: UInt64) -> [Int64] {
    var chance = SplitMix(seed: seed)
    return (0..<count).map { _ in
      let size = Int64.random(in: 1...36, using: &chance)
      return min(60_000_000_000, Int64.random(in: 0..<(1 << size), using: &chance))
    }
  }

  @Test func `each value comes back within a thousandth of itself`() {
    for value in Self.values(500, seed: 1) {
      var histogram = LatencyHistogram()
      // Others around it, so that neither bound gives the value away.
      for other in [0, value, 68_000_000_000] { histogram.record(other) }
      let found = histogram.value(atRank: 0.5)
      #expect(abs(Double(found - value)) <= Double(value) / 1000, "\(value) came as \(found)")
    }
  }

  @Test(arguments: UInt64(1)...8)
  func `percentiles are those of the sorted values, within a thousandth`(_ seed: UInt64) {
    var histogram = LatencyHistogram()
    let values = Self.values(3000, seed: seed)
    for value in values { histogram.record(value) }
    let sorted = values.sorted()
    for (_, rank) in LatencyRanks.all {
      let exact = sorted[max(0, Int((rank * Double(sorted.count)).rounded(.up)) - 1)]
      let found = histogram.value(atRank: rank)
      #expect(abs(Double(found - exact)) <= Double(exact) / 1000, "rank \(rank)")
    }
    #expect(histogram.max == sorted.last)
    #expect(histogram.min == sorted.first)
  }

  @Test(arguments: UInt64(1)...4)
  func `merged histograms are the histogram of all`(_ seed: UInt64) {
    let values = Self.values(2000, seed: seed)
    var all = LatencyHistogram()
    var parts = [LatencyHistogram(), LatencyHistogram(), LatencyHistogram()]
    for (place, value) in values.enumerated() {
      all.record(value)
      parts[place % 3].record(value)
    }
    var merged = LatencyHistogram()
    for part in parts { merged.merge(part) }
    #expect(merged.count == all.count)
    #expect(merged.max == all.max)
    #expect(abs(merged.mean - all.mean) <= all.mean / 1e9)
    for rank in stride(from: 0.0, through: 1.0, by: 0.01) {
      #expect(merged.value(atRank: rank) == all.value(atRank: rank))
    }
  }

  @Test func `more than it can tell apart counts as the most, and the maximum is exact`() {
    var histogram = LatencyHistogram()
    histogram.record(900_000_000_000)
    histogram.record(-5)
    #expect(histogram.count == 2)
    #expect(histogram.max == 900_000_000_000)
    #expect(histogram.value(atRank: 0.1) == 0)
  }

  @Test func `an empty one says nothing`() {
    #expect(LatencyHistogram().value(atRank: 0.5) == 0)
    #expect(LatencyHistogram().mean == 0)
  }
}
