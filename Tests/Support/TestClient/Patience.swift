import Glibc

/// A limit on waiting, on the clock that nobody can set.
public struct Patience: Sendable {
  private let end: UInt64

  public init(seconds: Double) { end = Self.now + UInt64(seconds * 1e9) }

  public var isOver: Bool { Self.now >= end }

  public var milliseconds: Int32 {
    let now = Self.now
    return now >= end ? 0 : Int32(clamping: (end - now) / 1_000_000 + 1)
  }

  /// Asks again and again until the answer is not nil; nil when the limit passed.
  public static func wait<Value>(
    upTo seconds: Double, for condition: () throws -> Value?
  ) rethrows -> Value? {
    let patience = Patience(seconds: seconds)
    while true {
      if let value = try condition() { return value }
      if patience.isOver { return nil }
      pause(milliseconds: 10)
    }
  }

  public static func wait(
    upTo seconds: Double, until condition: () throws -> Bool
  ) rethrows -> Bool {
    try wait(upTo: seconds) { try condition() ? true : nil } ?? false
  }

  /// Between two looks at a condition; never instead of one.
  private static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
