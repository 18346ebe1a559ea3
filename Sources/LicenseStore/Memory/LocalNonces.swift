import Instants

/// The nonces that one process has seen used while Redis could not tell, or may have forgotten some.
///
/// Bounded, and never at the cost of a live one: where it is full, new work is refused, for a nonce
/// that falls out while its request is still fresh is a replay that gets in (SIG-02). Ask it beside
/// Redis as long as it is not empty: what was claimed here only is not known there.
public struct LocalNonces: Sendable {
  public static let defaultCapacity = 200_000
  /// Claims that end within the same ten seconds are forgotten together.
  private static let bucketSeconds: Int64 = 10

  public enum Outcome: Hashable, Sendable {
    case known(NonceOutcome)
    /// No room: refuse the request.
    case full
  }

  public let capacity: Int
  private var requests: [NonceDigest: UInt64] = [:]
  private var buckets: [Int64: [NonceDigest]] = [:]

  public init(capacity: Int = LocalNonces.defaultCapacity) {
    self.capacity = capacity
  }

  public var count: Int { requests.count }
  public var isEmpty: Bool { requests.isEmpty }

  public mutating func claim(_ claim: NonceClaim, at now: Timestamp) -> Outcome {
    if let known = outcome(of: claim) { return .known(known) }
    if requests.count >= capacity { forgetEnded(at: now) }
    guard requests.count < capacity else { return .full }
    requests[claim.digest] = claim.requestMark
    buckets[Self.bucket(of: claim.endsAt), default: []].append(claim.digest)
    return .known(.claimed)
  }

  /// What is remembered of a nonce, without claiming it; `nil`: nothing.
  public func outcome(of claim: NonceClaim) -> NonceOutcome? {
    requests[claim.digest].map { $0 == claim.requestMark ? .claimedBefore : .replayed }
  }

  /// Forgets what has ended; due every now and then, and done when the room is needed.
  public mutating func forgetEnded(at now: Timestamp) {
    let current = Self.bucket(of: now)
    for bucket in buckets.keys where bucket < current {
      for digest in buckets.removeValue(forKey: bucket) ?? [] {
        requests.removeValue(forKey: digest)
      }
    }
  }

  private static func bucket(of time: Timestamp) -> Int64 {
    time.secondsSinceEpoch / bucketSeconds
  }
}
