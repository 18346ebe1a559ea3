import Instants
import LicenseStore
import Licensing
import Problems
import ServiceAPI

/// Counts verifications per token: in the process alone below a quarter of the limit, from then on
/// in Redis too; without Redis in the process, by half the limit.
struct TokenRates {
  private var counts = TokenCounts()
  private var local = LocalRates()

  /// The refusal of each check that is over its limit. `nil` checks are not to be counted.
  mutating func refusals(
    of checks: [RateCheck?], _ session: StoreSession, now: UnixMilliseconds
  ) -> [Problem?] {
    guard session.epoch != nil else { return checks.map { refusalWithoutRedis(of: $0, now: now) } }
    var refusals: [Problem?] = []
    var forRedis: [(index: Int, check: RateCheck)] = []
    for (index, check) in checks.enumerated() {
      refusals.append(nil)
      guard let check else { continue }
      switch counts.count(check, at: now) {
      case .here: break
      case .inRedis: forRedis.append((index, check))
      case .refused(let outcome): refusals[index] = .rateLimited(check.rule, outcome)
      }
    }
    countInRedis(forRedis, &refusals, session, now: now)
    return refusals
  }

  private mutating func countInRedis(
    _ counted: [(index: Int, check: RateCheck)], _ refusals: inout [Problem?],
    _ session: StoreSession, now: UnixMilliseconds
  ) {
    guard !counted.isEmpty else { return }
    guard let outcomes = try? session.redis.countRates(counted.map(\.check)) else {
      for (index, check) in counted { refusals[index] = refusalWithoutRedis(of: check, now: now) }
      return
    }
    for ((index, check), outcome) in zip(counted, outcomes) where !outcome.isAllowed {
      refusals[index] = .rateLimited(check.rule, outcome)
    }
  }

  private mutating func refusalWithoutRedis(
    of check: RateCheck?, now: UnixMilliseconds
  ) -> Problem? {
    guard let check else { return nil }
    let outcome = local.step(check, at: now)
    return outcome.isAllowed ? nil : .rateLimited(check.rule.halved, outcome)
  }
}
