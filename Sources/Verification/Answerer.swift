import Cryptography
import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems
import ServiceAPI

/// From what was found to what is answered. Pure but for the signature.
struct Answerer {
  let credentials: CredentialIssuer
  let overlay = FeatureOverlay()

  /// A reply, and the end to which a valid verdict slid the current token.
  struct Outcome {
    let reply: BusReply
    var slidEnd: Timestamp?
  }

  func answer(
    _ question: Question, _ standing: Standing, app: App, now: Timestamp
  ) throws(CryptographyError) -> Outcome {
    switch standing.judge(question.token, now: now) {
    case .current(let end):
      return try answer(question, standing, app, tokenEnd: end, isCurrent: true, now)
    case .previous(let end):
      return try answer(question, standing, app, tokenEnd: end, isCurrent: false, now)
    case .refused(let reason): return refuse(question, reason)
    case .unknownNewer: return refuse(question, .invalid)
    }
  }

  /// Introspection answers what other calls refuse with.
  func refuse(_ question: Question, _ reason: TokenRefusal) -> Outcome {
    if case .introspect = question.call {
      return Outcome(reply: .json(IntrospectionAnswer.inactive(reason.rawValue)))
    }
    return Outcome(reply: .problem(.tokenRefused(reason), requestID: question.request.id))
  }

  private func answer(
    _ question: Question, _ standing: Standing, _ app: App, tokenEnd: Timestamp, isCurrent: Bool,
    _ now: Timestamp
  ) throws(CryptographyError) -> Outcome {
    switch question.call {
    case .introspect: return introspect(standing, app, now)
    case .config:
      let answer = ConfigAnswer(
        settings: ClientSettings(app.settings), features: features(standing, app))
      return Outcome(reply: answer.reply(to: question.request, now: now))
    case .verify(let proof, let device):
      let verdict = standing.verdict(on: device, now: now)
      let context = VerdictContext(
        standing: standing, app: app, proof: proof,
        deviceID: device?.id ?? standing.binding.deviceID, now: now)
      guard verdict == .valid else { return try refusal(verdict, context) }
      let end = isCurrent ? now + Int64(app.settings.tokenTTLSeconds) : tokenEnd
      var outcome = try validity(context, tokenEndsAt: end)
      outcome.slidEnd = isCurrent ? end : nil
      return outcome
    }
  }

  private func introspect(_ standing: Standing, _ app: App, _ now: Timestamp) -> Outcome {
    let verdict = standing.verdict(on: nil, now: now)
    guard verdict == .valid else {
      return Outcome(reply: .json(IntrospectionAnswer.inactive(verdict.rawValue)))
    }
    let license = LicenseSummary(standing.license, features: features(standing, app), now: now)
    return Outcome(
      reply: .json(IntrospectionAnswer.active(license, device: standing.binding.deviceID)))
  }

  private func features(_ standing: Standing, _ app: App) -> Features {
    overlay.features(of: app.features, under: standing.license.features)
  }

  // MARK: Verdicts

  private struct VerdictContext {
    let standing: Standing
    let app: App
    let proof: Proof
    /// The id that was asked with, else the binding's.
    let deviceID: DeviceID
    let now: Timestamp

    func subject(_ issuer: String) -> Claims.Subject {
      Claims.Subject(
        issuer: issuer, appID: app.id, licenseID: standing.license.id, device: deviceID,
        nonce: proof.nonce)
    }
  }

  private func validity(
    _ context: VerdictContext, tokenEndsAt: Timestamp
  ) throws(CryptographyError) -> Outcome {
    let license = LicenseSummary(
      context.standing.license, features: features(context.standing, context.app),
      now: context.now)
    let settings = ClientSettings(context.app.settings)
    let grant = Claims.Grant(
      plan: license.plan, licenseExpiresAt: license.expiresAt, features: license.features,
      settings: settings)
    let claims = Claims.valid(
      context.subject(credentials.issuer), grant: grant, now: context.now)
    let body = VerdictAnswer.valid(
      license, device: context.deviceID, tokenEndsAt: tokenEndsAt, settings: settings,
      credential: try credentials.sign(claims), now: context.now)
    return Outcome(reply: .json(body))
  }

  private func refusal(
    _ verdict: Verdict, _ context: VerdictContext
  ) throws(CryptographyError) -> Outcome {
    let license = context.standing.license
    // Nothing that a tampered row says counts, its state least of all.
    let status =
      context.standing.isTampered
      ? .disabled : LicenseState.status(of: license, now: context.now)
    let claims = Claims.refusal(
      context.subject(credentials.issuer), code: verdict, now: context.now)
    let body = VerdictAnswer.refusal(
      verdict, license: license.id, status: status, credential: try credentials.sign(claims),
      now: context.now)
    return Outcome(reply: .json(body))
  }
}
