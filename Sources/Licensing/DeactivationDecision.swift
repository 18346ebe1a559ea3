import Instants

/// What giving a seat back comes to, once the device's token was judged to be alive.
public enum DeactivationDecision: Hashable, Sendable {
  case tampered
  /// The device gave the seat back before: the same answer again, whatever became of the licence.
  case givenBack
  /// Somebody else has taken the seat from the device.
  case notBound
  case disabled, expired
  /// The app lets nobody.
  case notAllowed
  case quotaExceeded(until: Timestamp)
  case unbind

  /// What became of the binding that the token is of.
  public enum Seat: Hashable, Sendable {
    case held
    case givenBack
    case taken
  }

  public static func decide(
    license: License, isTampered: Bool, seat: Seat, quota: SelfUnbindQuota, now: Timestamp
  ) -> DeactivationDecision {
    if isTampered { return .tampered }
    switch seat {
    case .givenBack: return .givenBack
    case .taken: return .notBound
    case .held: break
    }
    return switch LicenseGate.check(license, isTampered: isTampered, now: now) {
    case .notFound, .tampered: .tampered
    case .disabled: .disabled
    case .expired: .expired
    case .open: decide(quota, now: now)
    }
  }

  private static func decide(_ quota: SelfUnbindQuota, now: Timestamp) -> DeactivationDecision {
    if quota.limit == 0 { return .notAllowed }
    if let free = quota.freeAt, now < free { return .quotaExceeded(until: free) }
    return .unbind
  }
}
