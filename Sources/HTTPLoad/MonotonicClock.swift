import Glibc

/// The operating system's clocks, in the unit that a load test counts in.
public enum MonotonicClock {
  /// Nanoseconds; good for differences.
  public static func now() -> Int64 { read(CLOCK_MONOTONIC) }

  /// What the calling thread has used of a processor, in nanoseconds.
  public static func threadCPU() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
