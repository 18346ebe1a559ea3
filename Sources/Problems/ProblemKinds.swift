import Licensing

/// Refusals that several services make, built in one place.
extension Problem {
  public static func rateLimited(_ rule: RateRule, _ outcome: Gcra.Outcome) -> Problem {
    var problem = Problem(.rateLimited)
    problem.retryAfterSeconds = Int(outcome.retryAfterSeconds)
    problem.rateLimit = ProblemRateLimit(rule: rule, outcome: outcome)
    return problem
  }

  public static func unavailable(retryAfterSeconds: Int) -> Problem {
    var problem = Problem(.serviceUnavailable)
    problem.retryAfterSeconds = max(1, retryAfterSeconds)
    return problem
  }

  public static func refused(by refusal: TokenRefusal) -> Problem {
    switch refusal {
    case .invalid: Problem(.tokenInvalid)
    case .expired: Problem(.tokenExpired)
    }
  }

  /// `nil` for a yes, and for a mismatch, which is a verdict alone.
  public static func refused(by verdict: Verdict) -> Problem? {
    switch verdict {
    case .valid, .deviceMismatch: nil
    case .licenseDisabled: Problem(.licenseDisabled)
    case .licenseExpired: Problem(.licenseExpired)
    case .licenseTampered: Problem(.licenseTampered)
    case .deviceUnbound: Problem(.deviceUnbound)
    }
  }
}
