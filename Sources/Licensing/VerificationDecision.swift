import Instants

/// What a verification comes to, once the token was judged to be alive.
public enum VerificationDecision {
  /// - Parameters:
  ///   - boundTo: the device that the token's binding is of.
  ///   - device: the ids that the request's device may have; empty where it named none.
  public static func decide(
    license: License, isTampered: Bool, isBound: Bool, boundTo: DeviceID, device: [DeviceID],
    now: Timestamp
  ) -> Verdict {
    if isTampered { return .licenseTampered }
    guard isBound else { return .deviceUnbound }
    guard device.isEmpty || device.contains(boundTo) else { return .deviceMismatch }
    return switch LicenseState.status(of: license, now: now) {
    case .disabled: .licenseDisabled
    case .expired: .licenseExpired
    // A binding's licence was activated with it; one that says otherwise is not the holder's fault.
    case .unactivated, .active: .valid
    }
  }

  public static func decide(
    license: License, isTampered: Bool, binding: Binding, device: [DeviceID], now: Timestamp
  ) -> Verdict {
    decide(
      license: license, isTampered: isTampered, isBound: binding.isBound,
      boundTo: binding.deviceID, device: device, now: now)
  }
}
