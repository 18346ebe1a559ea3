import Instants
import Licensing

/// Licences, bindings and tokens to decide about; a test says only what it is about.
enum Sample {
  static let now = Timestamp(rfc3339: "2026-12-01T12:00:00Z")!
  static let day: Int64 = 86_400
  static let device = DeviceID(text: "device-one")
  static let otherDevice = DeviceID(text: "device-two")

  static func license(
    plan: Plan = .yearly, expiresAt: Timestamp? = nil, allowDevices: Int? = 1,
    activatedAt: Timestamp? = nil, disabledAt: Timestamp? = nil
  ) -> License {
    License(
      id: LicenseID(rawValue: 1), appID: AppID(rawValue: 2),
      code: LicenseCode(stored: "A8F3K2Q7XP5N9WCE"), plan: plan, durationDays: plan.days,
      expiresAt: expiresAt, allowDevices: allowDevices, activatedAt: activatedAt,
      disabledAt: disabledAt, disabledReason: disabledAt.map { _ in "chargeback" },
      features: .none, remark: "for Ada", orderID: "77", version: 5, createdAt: now - 100 * day)
  }

  /// Activated ten days ago, with the plan's end.
  static func active(plan: Plan = .yearly, allowDevices: Int? = 1) -> License {
    let start = now - 10 * day
    return license(
      plan: plan, expiresAt: plan.days.map { start + Int64($0) * day },
      allowDevices: allowDevices, activatedAt: start)
  }

  static func binding(
    _ device: DeviceID = device, id: UInt64 = 3, unboundAt: Timestamp? = nil
  ) -> Binding {
    Binding(
      id: BindingID(rawValue: id), licenseID: LicenseID(rawValue: 1), deviceID: device,
      device: DeviceDescription(), firstSeenAt: now - day, lastSeenAt: now - day,
      unboundAt: unboundAt, version: 1)
  }
}

extension LicenseChange {
  /// The licence that came of it; `nil` where none did.
  var license: License? {
    if case .changed(let license) = self { license } else { nil }
  }
}
