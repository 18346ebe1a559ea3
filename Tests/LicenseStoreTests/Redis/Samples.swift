import Instants
import LicenseStore
import Licensing

/// Values to store, alike but for what a test names.
enum Samples {
  static let start = Timestamp(secondsSinceEpoch: 1_795_996_800)
  static let app = AppID(rawValue: 0x0123_4567_89AB_CDEF)
  static let licenseID = LicenseID(rawValue: 0xFEDC_BA98_7654_3210)
  static let bindingID = BindingID(rawValue: 0x8000_0000_0000_0001)
  static let subject = VerificationTrip.Subject(bindingID: bindingID, licenseID: licenseID)

  static func license(
    version: Int64, disabledAt: Timestamp? = nil, readAt: Int64 = 1_795_996_800_000,
    features: String = #"{"pro_mode":true}"#
  ) -> StoredLicense {
    let license = License(
      id: licenseID, appID: app, code: LicenseCode(stored: "A8F3K2Q7XP5N9WCE"), plan: .yearly,
      durationDays: 365, expiresAt: start + 86_400, allowDevices: 1, activatedAt: start - 60,
      disabledAt: disabledAt, disabledReason: nil, features: Features(json: features),
      remark: "for Ada", orderID: "77", version: version, createdAt: start - 120)
    return StoredLicense(license, readAt: UnixMilliseconds(readAt))
  }

  static func binding(
    version: Int64, isUnbound: Bool = false, device: String = "device-0001",
    readAt: Int64 = 1_795_996_800_000, previousEndsAt: Timestamp? = nil
  ) -> StoredBinding {
    StoredBinding(
      id: bindingID, licenseID: licenseID, deviceID: DeviceID(text: device), isUnbound: isUnbound,
      token: TokenState(
        generation: 3, keyNumber: 1, issuedAt: start, endsAt: start + 43_200,
        previousEndsAt: previousEndsAt),
      version: version, readAt: UnixMilliseconds(readAt))
  }

  static func claim(_ nonce: String, _ requestID: RequestID = .random()) -> NonceClaim {
    NonceClaim(
      keyID: "cst_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", nonce: nonce, requestID: requestID,
      timestamp: start)
  }

  static func check(limit: Int, windowSeconds: Int = 60, subject: String = "device-0001")
    -> RateCheck
  {
    RateCheck(
      rule: RateRule(name: .activateDevice, limit: limit, windowSeconds: windowSeconds),
      appID: app, subject: subject)
  }
}
