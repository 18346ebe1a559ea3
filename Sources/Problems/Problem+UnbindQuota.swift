import Instants
import Licensing

extension Problem {
  /// A licence's devices have given back as many seats as they may; from `free` on there is one more.
  public static func unbindQuotaExceeded(
    limit: Int, until free: Timestamp, now: Timestamp
  ) -> Problem {
    let seconds = Int(max(1, free - now))
    var problem = Problem(.unbindQuotaExceeded)
    problem.retryAfterSeconds = seconds
    problem.rateLimit = ProblemRateLimit(
      name: "self_unbind", limit: limit, windowSeconds: SelfUnbindQuota.windowSeconds,
      remaining: 0, resetSeconds: seconds)
    return problem
  }
}
