import Glibc

/// Does nothing for a while.
public enum Pause {
  /// - Parameter time: of the monotonic clock, in nanoseconds.
  public static func until(_ time: Int64) {
    while true {
      let rest = time - MonotonicClock.now()
      guard rest > 0 else { return }
      poll(nil, 0, Int32(clamping: rest / 1_000_000 + 1))
    }
  }
}
