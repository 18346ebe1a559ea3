/// What one input of at most 64 KiB may cost.
enum FuzzLimits {
  static let heapBytes = 64 << 20
  static let cpuNanoseconds = 1_000_000_000
}
