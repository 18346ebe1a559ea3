/// The percentiles that a report names.
enum LatencyRanks {
  static let all: [(name: String, rank: Double)] = [
    ("p50", 0.5), ("p75", 0.75), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99_9", 0.999),
    ("p99_99", 0.9999),
  ]
}
