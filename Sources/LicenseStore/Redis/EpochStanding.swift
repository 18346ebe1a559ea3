import Instants

/// How long the epoch in use has stood, and what follows from it.
struct EpochStanding {
  let row: EpochRow
  /// When the row's age was read.
  let readAt: MonotonicTime

  /// Answers within this many seconds of a new epoch are not yet in effect: some process may still
  /// use the Redis before.
  static let settlingSeconds: Int64 = 3
  /// So long a nonce may be missing that was claimed under the epoch before: the request may have
  /// been dated ahead by as much as is allowed.
  static let forgettingSeconds = NonceClaim.longestLifeSeconds

  func ageSeconds(at now: MonotonicTime) -> Int64 {
    row.ageSeconds + now.milliseconds(since: readAt) / 1000
  }

  /// A first epoch, on an empty database, has nothing before it.
  func isSettled(at now: MonotonicTime) -> Bool {
    row.isFirst || ageSeconds(at: now) >= Self.settlingSeconds
  }

  func remembersAllNonces(at now: MonotonicTime) -> Bool {
    row.isFirst || ageSeconds(at: now) >= Self.forgettingSeconds
  }
}
