import Instants
import LicenseStore
import Licensing
import Problems
import ServiceAPI

/// What the stores know of a token's binding and its licence.
struct Standing {
  let license: License
  /// The licence's row was edited behind the service's back. Redis never holds such a one.
  let isTampered: Bool
  let binding: StoredBinding
  /// Where Redis has moved the current token's end.
  let slid: SlidEnd?

  init(license: License, isTampered: Bool, binding: StoredBinding, slid: SlidEnd?) {
    self.license = license
    self.isTampered = isTampered
    self.binding = binding
    // An end counts only for the generation that the binding names as current.
    self.slid = slid?.generation == binding.token.generation ? slid : nil
  }

  /// Whether a token is a proof now. `unknownNewer` means: ask PostgreSQL before refusing it.
  func judge(_ token: AccessTokenID, now: Timestamp) -> TokenJudgement {
    TokenRules.judge(
      token, of: binding.licenseID, state: binding.token, slidEnd: slid?.endsAt, now: now)
  }

  func verdict(on device: DeviceInput?, now: Timestamp) -> Verdict {
    VerificationDecision.decide(
      license: license, isTampered: isTampered, isBound: !binding.isUnbound,
      boundTo: binding.deviceID, device: device?.candidates ?? [], now: now)
  }
}

extension Finding {
  /// What is answered where nothing is known of the token, or nothing may be said.
  func problem(now: Timestamp) -> Problem {
    switch self {
    case .standing: Problem(.internal)
    case .refused(let reason): .tokenRefused(reason)
    case .nonceReplayed: .nonceReplayed
    case .notFresh: .outOfWindow(now)
    case .unavailable: .unavailable
    }
  }
}

/// What looking a question up came to.
enum Finding {
  /// The token is known, and not newer than what is known of it.
  case standing(Standing)
  /// PostgreSQL does not know the token, or says that it has ended.
  case refused(TokenRefusal)
  case nonceReplayed
  /// Nonces may have been forgotten, and the request is not fresh enough for that.
  case notFresh
  /// Neither store could say, or there is no room to remember the nonce.
  case unavailable
}
