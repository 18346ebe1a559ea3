import Instants

/// How often a lane may look at the stores for the sake of requests that memory would refuse:
/// unsigned junk costs them next to nothing.
struct LookPace {
  /// The shortest time between two looks.
  static let millisecondsBetweenLooks: Int64 = 50

  private var lookedAt: MonotonicTime?

  /// From when on the next look is allowed.
  var nextLook: MonotonicTime {
    lookedAt.map { $0 + Self.millisecondsBetweenLooks } ?? MonotonicTime(nanoseconds: .min)
  }

  mutating func noteLook(at now: MonotonicTime) { lookedAt = now }
}
