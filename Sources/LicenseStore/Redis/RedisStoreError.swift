import Redis

/// Why Redis gave no answer that counts. Each means: go on as without Redis.
public enum RedisStoreError: Error, Hashable, Sendable {
  /// There is no confirmed Redis now.
  case away
  /// This Redis does not hold the mark of our epoch: it was restarted, emptied or promoted.
  case epochLost
  /// The exchange failed, and its connection is closed.
  case failed(RedisError)

  public var code: String {
    switch self {
    case .away: "REDIS_AWAY"
    case .epochLost: "REDIS_EPOCH_LOST"
    case .failed(let error): error.code
    }
  }

  public var isRetryable: Bool {
    if case .failed(let error) = self { error.isRetryable } else { true }
  }
}

extension RedisStoreError: CustomStringConvertible {
  public var description: String {
    if case .failed(let error) = self { error.description } else { code }
  }
}
