/// Seats of a licence that are taken, out of how many. Computed, never stored.
public struct SeatUse: Hashable, Sendable {
  public let used: Int
  /// `nil` is unlimited.
  public let limit: Int?

  public init(used: Int, limit: Int?) {
    self.used = used
    self.limit = limit
  }

  /// `nil` for unlimited, never below 0.
  public var remaining: Int? { limit.map { max(0, $0 - used) } }

  /// More are bound than may be, since the limit was lowered: nobody loses a seat by that.
  public var isOverLimit: Bool { limit.map { used > $0 } ?? false }

  /// Whether one more device may be bound.
  public var hasFreeSeat: Bool { limit.map { used < $0 } ?? true }
}
