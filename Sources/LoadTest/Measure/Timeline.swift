/// What happened in each second of the measured time; of a very long run in each few seconds.
struct Timeline: Sendable {
  /// One takes 8 KiB.
  static let intervalLimit = 600

  let intervalSeconds: Int
  private(set) var intervals: [LatencyHistogram]

  init(durationSeconds: Int) {
    intervalSeconds = max(1, (durationSeconds + Self.intervalLimit - 1) / Self.intervalLimit)
    let count = (durationSeconds + intervalSeconds - 1) / intervalSeconds
    let empty = LatencyHistogram(precisionBits: LatencyHistogram.coarsePrecisionBits)
    intervals = Array(repeating: empty, count: count)
  }

  /// - Parameter elapsed: since the beginning of the measured time, in nanoseconds.
  mutating func record(_ latency: Int64, at elapsed: Int64) {
    let place = Int(elapsed / 1_000_000_000) / intervalSeconds
    if intervals.indices.contains(place) { intervals[place].record(latency) }
  }

  mutating func merge(_ other: Timeline) {
    for place in intervals.indices { intervals[place].merge(other.intervals[place]) }
  }
}
