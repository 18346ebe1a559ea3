import Instants
import LicenseStore
import Licensing
import Problems

/// The limits of activate and renew: in Redis, or without it in the process, by half.
struct SeatLimits {
  private var local = LocalRates()

  /// Counts a call per device and address; looks, without counting, whether its address has asked
  /// for too many unknown codes. The first limit that is used up refuses.
  mutating func refusal(
    of asked: SeatRequest, _ call: SeatCall, _ session: StoreSession
  ) -> Problem? {
    let app = asked.app
    let counted = [
      Self.check(call.deviceRule, app, asked.body.device.id.text),
      call.addressRule.flatMap { Self.check($0, app, Self.address(of: asked)) },
    ].compactMap { $0 }
    let looked = [Self.check(.unknownCodeAddress, app, Self.address(of: asked))].compactMap { $0 }
    return refusal(counted, outcomes(of: counted, session))
      ?? refusal(looked, looks(at: looked, session))
  }

  /// Counts an answer of "no such licence".
  mutating func countUnknownCode(_ asked: SeatRequest, _ session: StoreSession) {
    guard let check = Self.check(.unknownCodeAddress, asked.app, Self.address(of: asked)) else {
      return
    }
    _ = outcomes(of: [check], session)
  }

  private mutating func outcomes(
    of checks: [RateCheck], _ session: StoreSession
  ) -> [RateOutcome]? {
    if session.epoch != nil, let outcomes = try? session.redis.countRates(checks) {
      return outcomes
    }
    let now = session.time.wall()
    return checks.map { local.step($0, at: now) }
  }

  private func looks(at checks: [RateCheck], _ session: StoreSession) -> [RateOutcome]? {
    if session.epoch != nil, let outcomes = try? session.redis.peekRates(checks) {
      return outcomes
    }
    let now = session.time.wall()
    return checks.map { local.peek($0, at: now) }
  }

  private func refusal(_ checks: [RateCheck], _ outcomes: [RateOutcome]?) -> Problem? {
    for (check, outcome) in zip(checks, outcomes ?? []) where !outcome.isAllowed {
      return .rateLimited(check.rule, outcome)
    }
    return nil
  }

  private static func check(_ name: RateRule.Name, _ app: App, _ subject: String) -> RateCheck? {
    app.settings.rateLimits.rule(name).map {
      RateCheck(rule: $0, appID: app.id, subject: subject)
    }
  }

  private static func address(of asked: SeatRequest) -> String {
    AddressSubject.of(asked.request.clientAddress)
  }
}
