#if canImport(Glibc)
  import Glibc
#endif

/// Milliseconds since 1970-01-01T00:00:00Z; what the bus and Redis count in.
public struct UnixMilliseconds: Hashable, Comparable, Sendable {
  public let value: Int64

  public init(_ value: Int64) {
    self.value = value
  }

  /// The instant cut to whole seconds.
  public var timestamp: Timestamp {
    Timestamp(secondsSinceEpoch: value.quotientRoundedDown(by: 1000))
  }

  public static func < (left: UnixMilliseconds, right: UnixMilliseconds) -> Bool {
    left.value < right.value
  }
}

/// A point of the monotonic clock: good for differences within one process, meaningless outside it.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  public static func + (left: MonotonicTime, milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: left.nanoseconds + milliseconds * 1_000_000)
  }

  /// Whole milliseconds from `earlier` to this point; negative when `earlier` is later.
  public func milliseconds(since earlier: MonotonicTime) -> Int64 {
    (nanoseconds - earlier.nanoseconds) / 1_000_000
  }
}

/// The one injected clock. A decision reads it once.
public protocol TimeSource: Sendable {
  func wall() -> UnixMilliseconds
  func monotonic() -> MonotonicTime
}

extension TimeSource {
  /// The wall clock, cut to whole seconds.
  public func now() -> Timestamp {
    wall().timestamp
  }
}

/// The clocks of the operating system.
public struct SystemTimeSource: TimeSource {
  public init() {}

  public func wall() -> UnixMilliseconds {
    let time = read(CLOCK_REALTIME)
    return UnixMilliseconds(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  public func monotonic() -> MonotonicTime {
    let time = read(CLOCK_MONOTONIC)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  private func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}

extension Int64 {
  /// Division that rounds towards negative infinity; `divisor` is positive.
  func quotientRoundedDown(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
