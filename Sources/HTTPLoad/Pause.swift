import Glibc

/// Does nothing for a while.
public enum Pause {
  /// - Parameter time: of the monotonic clock, in nanoseconds.
  public static func until(_ time: Int64) {
    var end = timespec()
    end.tv_sec = Int(max(0, time) / 1_000_000_000)
    end.tv_nsec = Int(max(0, time) % 1_000_000_000)
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
  }
}
