/// Counts whole numbers by size. Any thread may observe.
public final class Histogram: Sendable {
  /// Upper bounds, ascending; a number counts in the first bucket whose bound is not below it.
  public let bounds: [UInt64]
  /// What one is divided by when shown: 1,000,000,000 shows nanoseconds as seconds.
  public let scale: Double
  private let buckets: [Counter]
  private let total = Counter()

  /// 100 µs to 10 s, in nanoseconds.
  public static let durationBounds: [UInt64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
    50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000,
    5_000_000_000, 10_000_000_000,
  ]

  public init(bounds: [UInt64], scale: Double = 1) {
    precondition(
      zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "Bounds of a histogram ascend.")
    self.bounds = bounds
    self.scale = scale
    buckets = (0...bounds.count).map { _ in Counter() }
  }

  public func observe(_ number: UInt64) {
    buckets[bounds.firstIndex { number <= $0 } ?? bounds.count].add()
    total.add(number)
  }

  /// For histograms made by `Metrics.durations`; a negative duration counts as none.
  public func observe(nanoseconds: Int64) {
    observe(UInt64(max(0, nanoseconds)))
  }

  /// The count of each bucket, the last without a bound, and the sum of all numbers.
  var reading: (counts: [UInt64], sum: UInt64) {
    (buckets.map(\.value), total.value)
  }
}
