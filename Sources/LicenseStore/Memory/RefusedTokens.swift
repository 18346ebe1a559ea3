import Instants
import Licensing

/// Tokens that PostgreSQL has just refused, so that their next calls need not ask it again.
///
/// Bounded; where it is full the oldest goes, which costs a question more and decides nothing.
public struct RefusedTokens: Sendable {
  public static let defaultCapacity = 50_000
  public static let memorySeconds: Int64 = 60

  public let capacity: Int
  private var refusals: [AccessTokenID: Refusal] = [:]
  /// In the order in which they were refused, hence in that in which they end; those before
  /// `oldest` are gone.
  private var order: [AccessTokenID] = []
  private var oldest = 0

  private struct Refusal: Sendable {
    let reason: TokenRefusal
    let endsAt: Timestamp
  }

  public init(capacity: Int = RefusedTokens.defaultCapacity) {
    precondition(capacity > 0, "refusals need room")
    self.capacity = capacity
  }

  public var count: Int { refusals.count }

  public func refusal(of token: AccessTokenID, at now: Timestamp) -> TokenRefusal? {
    guard let refusal = refusals[token], now < refusal.endsAt else { return nil }
    return refusal.reason
  }

  public mutating func remember(
    _ token: AccessTokenID, as reason: TokenRefusal, at now: Timestamp
  ) {
    let isNew =
      refusals.updateValue(
        Refusal(reason: reason, endsAt: now + Self.memorySeconds), forKey: token) == nil
    if isNew { order.append(token) }
    forgetEnded(at: now)
  }

  private mutating func forgetEnded(at now: Timestamp) {
    while oldest < order.count, isToGo(order[oldest], at: now) {
      refusals.removeValue(forKey: order[oldest])
      oldest += 1
    }
    if oldest > capacity {
      order.removeFirst(oldest)
      oldest = 0
    }
  }

  private func isToGo(_ token: AccessTokenID, at now: Timestamp) -> Bool {
    guard refusals.count <= capacity, let refusal = refusals[token] else { return true }
    return refusal.endsAt <= now
  }
}
