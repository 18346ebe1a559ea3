/// Counts nanoseconds in buckets whose width grows with their value: fixed memory, mergeable, and each
/// value is given back within `2^-(precisionBits + 1)` of itself.
///
/// Below `2^(precisionBits + 1)` ns buckets are one nanosecond wide; above, each doubling has
/// `2^precisionBits` of them. Values above 68 s count in the last bucket; `max` is exact.
struct LatencyHistogram: Sendable {
  /// 0.05 %.
  static let finePrecisionBits = 10
  /// 0.4 %, in 8 KiB: one for each second of a run.
  static let coarsePrecisionBits = 6
  /// 2^36 ns are 68.7 s.
  private static let valueBits = 36

  private let bits: Int
  private var counts: [UInt32]
  private(set) var count = 0
  private(set) var max: Int64 = 0
  private(set) var min = Int64.max
  private var sum = 0.0

  init(precisionBits: Int = finePrecisionBits) {
    bits = precisionBits
    counts = Array(repeating: 0, count: (Self.valueBits - precisionBits + 1) << precisionBits)
  }

  var mean: Double { count == 0 ? 0 : sum / Double(count) }

  mutating func record(_ nanoseconds: Int64) {
    let value = Swift.max(0, nanoseconds)
    counts[bucket(of: value)] &+= 1
    count += 1
    sum += Double(value)
    if value > max { max = value }
    if value < min { min = value }
  }

  /// Both must have the same precision.
  mutating func merge(_ other: LatencyHistogram) {
    precondition(bits == other.bits, "Histograms of one precision merge.")
    for place in counts.indices { counts[place] &+= other.counts[place] }
    count += other.count
    sum += other.sum
    max = Swift.max(max, other.max)
    min = Swift.min(min, other.min)
  }

  /// The value that the share `rank` of all values does not exceed; 0 where there is none.
  ///
  /// - Parameter rank: 0 to 1.
  func value(atRank rank: Double) -> Int64 {
    guard count > 0 else { return 0 }
    let wanted = Swift.max(1, Int((rank * Double(count)).rounded(.up)))
    var seen = 0
    for place in counts.indices where counts[place] > 0 {
      seen += Int(counts[place])
      if seen >= wanted { return Swift.min(max, Swift.max(min, middle(of: place))) }
    }
    return max
  }

  private func bucket(of value: Int64) -> Int {
    let value = Swift.min(value, (1 << Self.valueBits) - 1)
    let highest = 63 - (value | 1).leadingZeroBitCount
    let shift = Swift.max(0, highest - bits)
    return (shift << bits) + Int(value >> Int64(shift))
  }

  private func middle(of place: Int) -> Int64 {
    let shift = Swift.max(0, (place >> bits) - 1)
    let lowest = Int64(place - (shift << bits)) << Int64(shift)
    return lowest + (Int64(1) << Int64(shift)) / 2
  }
}
