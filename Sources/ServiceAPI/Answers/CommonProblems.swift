import Instants
import LicenseStore
import Licensing
import Problems

extension Problem {
  public init(_ code: ProblemCode, _ detail: String) {
    self.init(code, detail: detail)
  }

  // MARK: Form

  /// 400, with what is wrong where.
  public static func malformed(_ detail: String, _ findings: [ProblemPointer] = []) -> Problem {
    var problem = Problem(.requestMalformed, detail)
    problem.errors = findings
    return problem
  }

  /// 422, with what is refused where.
  public static func valueRefused(_ detail: String, _ findings: [ProblemPointer] = []) -> Problem {
    var problem = Problem(.valueRefused, detail)
    problem.errors = findings
    return problem
  }

  /// A path, or an id in a path, that names nothing which the caller may see.
  public static let notFound = Problem(.notFound, "There is nothing at this path.")
  public static let badHeader = malformed("A header is not of the form it must have.")

  public static func methodNotAllowed(allow methods: [String]) -> Problem {
    var problem = Problem(.methodNotAllowed, "This path is not called by this method.")
    problem.allow = methods
    return problem
  }

  // MARK: Proof

  public static let signatureMissing = Problem(
    .signatureMissing, "This call needs a signature in its Authorization header.")
  public static let signatureInvalid = Problem(
    .signatureInvalid, "The signature does not fit the request and its signer.")
  public static let tokenInvalid = Problem(
    .tokenInvalid, "The access token is unknown, or was replaced. Renew or activate.")
  public static let tokenExpired = Problem(
    .tokenExpired, "The access token has ended. Renew or activate.")
  public static let nonceReplayed = Problem(
    .nonceReplayed, "The nonce was used before. Sign every try afresh.")

  public static let keyInvalid = Problem(
    .keyInvalid, "This call needs an operator key that is known, not revoked and not past its end.")

  public static func scopeMissing(_ scope: OperatorScope) -> Problem {
    Problem(.scopeMissing, "The operator key has not the scope \(scope.rawValue).")
  }

  public static func outOfWindow(_ now: Timestamp) -> Problem {
    var problem = Problem(
      .timestampOutOfWindow,
      "The timestamp is too far from the server's time. Sign with the difference added.")
    problem.serverTime = now
    return problem
  }

  public static func tokenRefused(_ refusal: TokenRefusal) -> Problem {
    switch refusal {
    case .invalid: tokenInvalid
    case .expired: tokenExpired
    }
  }

  // MARK: Limits and stores

  /// A store failed: what may pass is worth another try, what may not is our fault.
  public static func store(_ error: StoreError) -> Problem {
    error.isRetryable ? unavailable : Problem(.internal)
  }

  /// A store that this call needs is away.
  public static let unavailable = {
    var problem = Problem(
      .serviceUnavailable, "The service cannot do this at the moment. Try again.")
    problem.retryAfterSeconds = 1
    return problem
  }()
}
