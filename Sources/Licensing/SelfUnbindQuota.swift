import Instants

/// How often a licence's devices may give a seat back themselves, and how often they did. What
/// operators unbind does not count.
public struct SelfUnbindQuota: Hashable, Sendable {
  /// 30 days.
  public static let windowSeconds = 2_592_000

  /// In a window, which ends now; 0: never. `nil`: as often as they like.
  public var limit: Int?
  /// When the last but `limit - 1` seat was given back; `nil`: there were not so many, or it need
  /// not be known.
  public var limitReachedAt: Timestamp?

  public init(limit: Int?, limitReachedAt: Timestamp? = nil) {
    self.limit = limit
    self.limitReachedAt = limitReachedAt
  }

  /// From when on there are fewer than `limit` in the window.
  var freeAt: Timestamp? {
    limit == nil ? nil : limitReachedAt.map { $0 + Int64(Self.windowSeconds) }
  }
}
