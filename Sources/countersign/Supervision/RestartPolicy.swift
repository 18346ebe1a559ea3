import ServiceKit

/// When a process that ended runs again: soon after a long life, later and later after short ones.
struct RestartPolicy {
  /// Whoever ran this long was well.
  static let healthyMilliseconds: Int64 = 10_000

  private var backOff = BackOff(firstMilliseconds: 250, limitMilliseconds: 30_000)

  /// How long to wait after a life of `lifeMilliseconds`.
  mutating func delayMilliseconds(lifeMilliseconds: Int64, jitter: Double) -> Int64 {
    if lifeMilliseconds >= RestartPolicy.healthyMilliseconds { backOff.reset() }
    return backOff.nextMilliseconds(jitter: jitter)
  }
}
