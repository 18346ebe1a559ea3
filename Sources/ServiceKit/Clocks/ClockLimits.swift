/// How far a clock may be from another one.
public struct ClockLimits: Hashable, Sendable {
  /// Beyond it people are told.
  public var warningMilliseconds: Int64
  /// Beyond it a clock is wrong. Requests count within 300 s and their nonces are kept for 60 s longer:
  /// this is half of what that has to spare.
  public var faultMilliseconds: Int64

  public static let standard = ClockLimits(warningMilliseconds: 1000, faultMilliseconds: 30_000)
  /// For a clock that is moved by hand.
  public static let none = ClockLimits(warningMilliseconds: .max, faultMilliseconds: .max)

  public init(warningMilliseconds: Int64, faultMilliseconds: Int64) {
    self.warningMilliseconds = warningMilliseconds
    self.faultMilliseconds = faultMilliseconds
  }
}
