import Cryptography
import Instants
import LicenseStore
import Licensing
import Problems

/// From a committed seat to the answer of activate and renew. Pure but for the signature.
struct SeatAnswerer {
  let tokenKeys: TokenKeys
  let credentials: CredentialIssuer
  private let overlay = FeatureOverlay()

  init(tokenKeys: TokenKeys, credentials: CredentialIssuer) {
    self.tokenKeys = tokenKeys
    self.credentials = credentials
  }

  func body(
    for asked: SeatRequest, _ grant: SeatGrant, now: Timestamp
  ) throws(Problem) -> [UInt8] {
    let features = overlay.features(of: asked.app.features, under: grant.license.features)
    let license = LicenseSummary(grant.license, features: features, now: now)
    return GrantAnswer(
      license: license,
      seats: SeatUse(used: grant.seatsUsed, limit: grant.license.allowDevices),
      deviceID: asked.body.device.id, boundAt: grant.binding.firstSeenAt,
      isNewBinding: grant.isNewBinding, accessToken: try accessToken(of: grant),
      tokenEndsAt: grant.tokenEndsAt, settings: ClientSettings(asked.app.settings),
      credential: credential(for: asked, license, now: now), serverTime: now
    ).body
  }

  private func accessToken(of grant: SeatGrant) throws(Problem) -> String {
    let id = AccessTokenID(
      bindingID: grant.binding.id, licenseID: grant.license.id,
      keyNumber: grant.token.keyNumber, generation: grant.token.generation)
    guard let secret = tokenKeys.secret(of: id) else { throw Problem(.internal) }
    return AccessToken(id: id, secret: secret).text
  }

  private func credential(
    for asked: SeatRequest, _ license: LicenseSummary, now: Timestamp
  ) -> [UInt8] {
    let subject = Claims.Subject(
      issuer: credentials.issuer, appID: asked.app.id, licenseID: license.id,
      device: asked.body.device.id, nonce: asked.caller.proof.nonce)
    let grant = Claims.Grant(
      plan: license.plan, licenseExpiresAt: license.expiresAt, features: license.features,
      settings: ClientSettings(asked.app.settings))
    return credentials.sign(.valid(subject, grant: grant, id: .random(), now: now))
  }
}

extension SeatRefusal {
  /// As activate and renew answer it.
  public var problem: Problem {
    switch self {
    case .notFound: Problem(.licenseNotFound, "No licence of this app has this code.")
    case .tampered: Problem(.licenseTampered, "The licence's record is damaged. Ask its seller.")
    case .disabled: Problem(.licenseDisabled, "The licence was disabled by its seller.")
    case .expired: Problem(.licenseExpired, "The licence has ended.")
    case .notBound(let license):
      .about(license, .deviceUnbound, "This device holds no seat of the licence. Activate it.")
    case .noSeat(let license):
      .about(license, .deviceLimitExceeded, "All seats of the licence are taken.")
    case .rekeyedJustNow(let seconds): .rekeyedJustNow(retryAfterSeconds: seconds)
    }
  }
}

extension Problem {
  fileprivate static func rekeyedJustNow(retryAfterSeconds seconds: Int) -> Problem {
    var problem = Problem(.rateLimited, "The device's id has changed a moment ago.")
    problem.retryAfterSeconds = seconds
    problem.rateLimit = ProblemRateLimit(
      name: "rekey_binding", limit: 1, windowSeconds: Int(Binding.rekeyPauseSeconds), remaining: 0,
      resetSeconds: seconds)
    return problem
  }

  fileprivate static func about(
    _ license: LicenseID, _ code: ProblemCode, _ detail: String
  ) -> Problem {
    var problem = Problem(code, detail)
    problem.licenseID = license
    return problem
  }
}
