import LicenseStore
import Licensing
import Problems

/// The limits of activate and renew.
struct SeatLimits {
  private var rates = SharedRates()

  /// Counts a call per device and address, unless its address has asked for too many unknown codes:
  /// what comes from there must not use up a device's calls, too.
  mutating func refusal(
    of asked: SeatRequest, _ call: SeatCall, _ session: StoreSession
  ) -> Problem? {
    let looked = [Self.unknownCodes(asked)].compactMap { $0 }
    if let problem = rates.refusal(lookingAt: looked, session) { return problem }
    let counted = [
      Self.check(call.deviceRule, asked.app, asked.body.device.id.text),
      call.addressRule.flatMap { Self.check($0, asked.app, Self.address(of: asked)) },
    ].compactMap { $0 }
    return rates.refusal(counting: counted, session)
  }

  /// Counts a code that nobody has. Calls that come together are all tried before the first is
  /// counted: past the limit they are refused for it, and not told whether the code is known.
  mutating func refusal(ofUnknownCode asked: SeatRequest, _ session: StoreSession) -> Problem? {
    Self.unknownCodes(asked).flatMap { rates.refusal(counting: [$0], session) }
  }

  private static func unknownCodes(_ asked: SeatRequest) -> RateCheck? {
    check(.unknownCodeAddress, asked.app, address(of: asked))
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
