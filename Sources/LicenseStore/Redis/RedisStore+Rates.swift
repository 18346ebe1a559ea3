import Licensing
import Redis

extension RedisStore {
  /// Counts each call in its window, by the clock of Redis.
  public func countRates(_ checks: [RateCheck]) throws(RedisStoreError) -> [RateOutcome] {
    try rates(checks, counting: true)
  }

  /// What counting would say, without counting: for limits on what a call may turn out to be, such as
  /// asking for a code that nobody has.
  public func peekRates(_ checks: [RateCheck]) throws(RedisStoreError) -> [RateOutcome] {
    try rates(checks, counting: false)
  }

  private func rates(
    _ checks: [RateCheck], counting: Bool
  ) throws(RedisStoreError) -> [RateOutcome] {
    let (link, keys) = try requireReady()
    guard !checks.isEmpty else { return [] }
    pipeline.removeAll()
    pipeline.command("GET", keys.run)
    for check in checks { add(check, counting: counting, link, keys) }
    let replies = try exchange(pipeline)
    try check(mark: replies[0])
    return try outcomes(of: checks, replies.dropFirst())
  }

  func add(_ check: RateCheck, counting: Bool, _ link: RedisLink, _ keys: RedisKeys) {
    pipeline.command("EVALSHA", argumentCount: 6)
    pipeline.add(link.hash(of: .countRate))
    pipeline.add(1)
    pipeline.add(keys.rate(check))
    pipeline.add(Int64(check.rule.limit))
    pipeline.add(Int64(check.rule.windowSeconds))
    pipeline.add(counting ? 1 : 0)
  }

  /// The script says where the window stood and what time it was; what follows from that is said by
  /// the rule itself.
  func outcomes(
    of checks: [RateCheck], _ replies: ArraySlice<RedisReply>
  ) throws(RedisStoreError) -> [RateOutcome] {
    var outcomes: [RateOutcome] = []
    outcomes.reserveCapacity(checks.count)
    for (check, reply) in zip(checks, replies) {
      guard let numbers = reply.array, numbers.count == 2, let stood = numbers[0].integer,
        let now = numbers[1].integer
      else { throw unreadableAnswer() }
      outcomes.append(Gcra.step(storedTAT: stood, nowMs: now, rule: check.rule))
    }
    return outcomes
  }
}
