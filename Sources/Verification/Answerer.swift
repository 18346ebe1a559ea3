import Cryptography
import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems
import ServiceAPI

/// From what was found to what is answered. Signs nothing: verdicts wait for one another, so that
/// one signature can serve all of a moment.
struct Answerer {
  let issuer: String
  private let overlay = FeatureOverlay()
  private var random = RandomPool()

  init(issuer: String) { self.issuer = issuer }

  mutating func answer(
    _ question: Question, _ standing: Standing, app: App, now: Timestamp
  ) -> Answer {
    switch standing.judge(question.token, now: now) {
    case .current(let end):
      answer(question, standing, app, tokenEnd: end, isCurrent: true, now)
    case .previous(let end):
      answer(question, standing, app, tokenEnd: end, isCurrent: false, now)
    case .refused(let reason): .reply(refuse(question, reason))
    case .unknownNewer: .reply(refuse(question, .invalid))
    }
  }

  /// Introspection answers what other calls refuse with.
  func refuse(_ question: Question, _ reason: TokenRefusal) -> BusReply {
    if case .introspect = question.call {
      return .json(IntrospectionAnswer.inactive(reason.rawValue))
    }
    return .problem(.tokenRefused(reason), requestID: question.request.id)
  }

  private mutating func answer(
    _ question: Question, _ standing: Standing, _ app: App, tokenEnd: Timestamp, isCurrent: Bool,
    _ now: Timestamp
  ) -> Answer {
    switch question.call {
    case .introspect: return .reply(introspect(standing, app, now))
    case .config:
      let answer = ConfigAnswer(
        settings: ClientSettings(app.settings), features: features(standing, app))
      return .reply(answer.reply(to: question.request, now: now))
    case .verify(let proof, let device):
      let context = VerdictContext(
        standing: standing, app: app, proof: proof, form: question.proofForm,
        deviceID: device?.id ?? standing.binding.deviceID, now: now)
      let verdict = standing.verdict(on: device, now: now)
      guard verdict == .valid else { return .verdict(refusal(verdict, context)) }
      let end = isCurrent ? now + Int64(app.settings.tokenTTLSeconds) : tokenEnd
      return .verdict(validity(context, tokenEndsAt: end, isSliding: isCurrent))
    }
  }

  private func introspect(_ standing: Standing, _ app: App, _ now: Timestamp) -> BusReply {
    let verdict = standing.verdict(on: nil, now: now)
    guard verdict == .valid else {
      return .json(IntrospectionAnswer.inactive(verdict.rawValue))
    }
    let license = LicenseSummary(standing.license, features: features(standing, app), now: now)
    return .json(IntrospectionAnswer.active(license, device: standing.binding.deviceID))
  }

  private func features(_ standing: Standing, _ app: App) -> Features {
    overlay.features(of: app.features, under: standing.license.features)
  }

  // MARK: Verdicts

  private struct VerdictContext {
    let standing: Standing
    let app: App
    let proof: Proof
    let form: Statement.ProofForm
    /// The id that was asked with, else the binding's.
    let deviceID: DeviceID
    let now: Timestamp

    func subject(_ issuer: String) -> Claims.Subject {
      Claims.Subject(
        issuer: issuer, appID: app.id, licenseID: standing.license.id, device: deviceID,
        nonce: proof.nonce)
    }
  }

  private mutating func validity(
    _ context: VerdictContext, tokenEndsAt: Timestamp, isSliding: Bool
  ) -> UnsignedVerdict {
    let license = LicenseSummary(
      context.standing.license, features: features(context.standing, context.app),
      now: context.now)
    let settings = ClientSettings(context.app.settings)
    let grant = Claims.Grant(
      plan: license.plan, licenseExpiresAt: license.expiresAt, features: license.features,
      settings: settings)
    let claims = Claims.valid(
      context.subject(issuer), grant: grant, id: nextID(), now: context.now)
    return UnsignedVerdict(
      statement: Statement(payload: claims.payload, form: context.form),
      answer: VerdictAnswer(
        content: .valid(license, context.deviceID, tokenEndsAt: tokenEndsAt, settings),
        now: context.now),
      slidEnd: isSliding ? tokenEndsAt : nil)
  }

  private mutating func refusal(_ verdict: Verdict, _ context: VerdictContext) -> UnsignedVerdict {
    let license = context.standing.license
    // Nothing that a tampered row says counts, its state least of all.
    let status =
      context.standing.isTampered
      ? .disabled : LicenseState.status(of: license, now: context.now)
    let claims = Claims.refusal(
      context.subject(issuer), code: verdict, id: nextID(), now: context.now)
    return UnsignedVerdict(
      statement: Statement(payload: claims.payload, form: context.form),
      answer: VerdictAnswer(content: .refusal(verdict, license.id, status), now: context.now),
      slidEnd: nil)
  }

  private mutating func nextID() -> ClaimsID {
    ClaimsID(high: random.next(), low: random.next())
  }
}
