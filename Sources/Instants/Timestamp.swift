/// An instant of UTC in whole seconds, as all of Countersign shows and compares it.
///
/// Instants are cut to whole seconds when they are made, so that what is shown is what is checked.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let secondsSinceEpoch: Int64

  public init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }

  public static func + (left: Timestamp, seconds: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: left.secondsSinceEpoch + seconds)
  }

  public static func - (left: Timestamp, seconds: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: left.secondsSinceEpoch - seconds)
  }

  /// Seconds from `right` to `left`; negative when `left` is earlier.
  public static func - (left: Timestamp, right: Timestamp) -> Int64 {
    left.secondsSinceEpoch - right.secondsSinceEpoch
  }
}
