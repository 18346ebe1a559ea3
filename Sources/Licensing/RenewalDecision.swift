import Instants

/// What a renewal comes to: an activation that never binds.
public enum RenewalDecision: Hashable, Sendable {
  case notFound, tampered, disabled, expired
  case notBound
  /// `rekeyTo` is the id to give the binding, where it has an older one.
  case renew(Binding, rekeyTo: DeviceID?)

  /// Parameters as of `ActivationDecision`; `boundDevices` need hold no others than those of
  /// `device`.
  public static func decide(
    license: License?, isTampered: Bool, boundDevices: [Binding], device: [DeviceID],
    now: Timestamp
  ) -> RenewalDecision {
    switch LicenseGate.check(license, isTampered: isTampered, now: now) {
    case .notFound: .notFound
    case .tampered: .tampered
    case .disabled: .disabled
    case .expired: .expired
    case .open: renewal(of: .find(device, among: boundDevices))
    }
  }

  private static func renewal(of match: DeviceMatch?) -> RenewalDecision {
    match.map { .renew($0.binding, rekeyTo: $0.rekeyTo) } ?? .notBound
  }
}
