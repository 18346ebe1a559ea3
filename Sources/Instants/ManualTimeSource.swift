import Synchronization

/// A clock that moves only when told to: for tests, and for deciding "as of" a given instant.
public final class ManualTimeSource: TimeSource {
  private let milliseconds: Mutex<(wall: Int64, monotonic: Int64)>

  public init(startingAt start: Timestamp) {
    milliseconds = Mutex((wall: start.secondsSinceEpoch * 1000, monotonic: 0))
  }

  public func wall() -> UnixMilliseconds {
    UnixMilliseconds(milliseconds.withLock { $0.wall })
  }

  public func monotonic() -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds.withLock { $0.monotonic } * 1_000_000)
  }

  /// Sets the wall clock, as an operator or a time server does: the monotonic one goes on as it did.
  public func jump(milliseconds step: Int64) {
    milliseconds.withLock { $0.wall += step }
  }

  public func advance(milliseconds step: Int64) {
    milliseconds.withLock { clocks in
      clocks.wall += step
      clocks.monotonic += step
    }
  }

  public func advance(seconds: Int64) {
    advance(milliseconds: seconds * 1000)
  }
}
