import Instants
import Licensing
import Problems

extension Problem {
  public static let signatureMissing = Problem(
    code: .signatureMissing, detail: "This call needs a signature in its Authorization header.")
  public static let signatureInvalid = Problem(
    code: .signatureInvalid, detail: "The signature does not fit the request and its signer.")
  public static let tokenInvalid = Problem(
    code: .tokenInvalid, detail: "The access token is unknown, or was replaced. Renew or activate.")
  public static let tokenExpired = Problem(
    code: .tokenExpired, detail: "The access token has ended. Renew or activate.")
  public static let badHeader = Problem(
    code: .requestMalformed, detail: "A header of the request is not of the form it must have.")
  public static let nonceReplayed = Problem(
    code: .nonceReplayed, detail: "The nonce was used before. Sign every try afresh.")
  public static let licenseNotFound = Problem(
    code: .licenseNotFound, detail: "There is no licence of this app with this code.")

  public static func outOfWindow(_ now: Timestamp) -> Problem {
    var problem = Problem(
      code: .timestampOutOfWindow,
      detail: "The timestamp is too far from the server's time. Sign with the difference added.")
    problem.serverTime = now
    return problem
  }

  public static func tokenRefused(_ refusal: TokenRefusal) -> Problem {
    switch refusal {
    case .invalid: tokenInvalid
    case .expired: tokenExpired
    }
  }

  /// A store that this call needs is away.
  public static func unavailable(retryAfterSeconds: Int = 1) -> Problem {
    var problem = Problem(
      code: .serviceUnavailable, detail: "The service cannot do this at the moment. Try again.")
    problem.retryAfterSeconds = retryAfterSeconds
    return problem
  }
}
