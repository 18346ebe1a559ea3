import Licensing

extension Problem {
  public static func rateLimited(_ rule: RateRule, _ outcome: Gcra.Outcome) -> Problem {
    var problem = Problem(.rateLimited)
    problem.retryAfterSeconds = Int(outcome.retryAfterSeconds)
    problem.rateLimit = ProblemRateLimit(rule: rule, outcome: outcome)
    return problem
  }
}
