import Instants
import LicenseStore
import Licensing
import MessageBus
import ServiceAPI
import TestWorkers

@testable import Verification

/// Licences, bindings and questions about them; a test says only what it is about.
enum Samples {
  static let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
  static let device = DeviceID(text: "device-0001")
  static let appID = AppID(rawValue: 1)
  static let licenseID = LicenseID(rawValue: 2)
  static let bindingID = BindingID(rawValue: 3)
  static let nonce = "nonce-0123456789"
  static let ownEnd = now + 100

  static var app: App {
    App(
      id: appID, name: "App", bundleID: nil, settings: AppSettings(),
      features: Features(json: #"{"a":1}"#), version: 1, createdAt: now)
  }

  static func standing(
    generation: UInt32 = 2, previousEndsAt: Timestamp? = now + 30, slid: SlidEnd? = nil,
    expiresAt: Timestamp? = now + 1000, disabledAt: Timestamp? = nil, isTampered: Bool = false,
    isUnbound: Bool = false
  ) -> Standing {
    let license = License(
      id: licenseID, appID: appID, code: LicenseCode(stored: ""), plan: .yearly,
      durationDays: 365, expiresAt: expiresAt, allowDevices: 1, activatedAt: now - 10,
      disabledAt: disabledAt, disabledReason: nil, features: Features(json: #"{"b":2}"#),
      remark: nil, orderID: nil, version: 1, createdAt: now - 10)
    let token = TokenState(
      generation: generation, keyNumber: 1, issuedAt: now - 10, endsAt: ownEnd,
      previousEndsAt: previousEndsAt)
    let binding = StoredBinding(
      id: bindingID, licenseID: licenseID, deviceID: device, isUnbound: isUnbound, token: token,
      version: 1, readAt: UnixMilliseconds(now.secondsSinceEpoch * 1000))
    return Standing(license: license, isTampered: isTampered, binding: binding, slid: slid)
  }

  static func slid(_ end: Timestamp, generation: UInt32 = 2) -> SlidEnd {
    SlidEnd(
      bindingID: bindingID, generation: generation, endsAt: end, postgresEndsAt: end + 21_600)
  }

  static func token(
    generation: UInt32 = 2, key: UInt8 = 1, license: LicenseID = licenseID
  ) -> AccessTokenID {
    AccessTokenID(
      bindingID: bindingID, licenseID: license, keyNumber: key, generation: generation)
  }

  static func question(
    _ call: Question.Call = .verify(.signed(nonce: nonce, sentAt: now), device: nil),
    generation: UInt32 = 2, headers: [(String, String)] = []
  ) -> Question {
    Question(
      request: .make("POST", "/v1/verify", headers: headers),
      token: token(generation: generation), call: call)
  }

  static func claim(
    _ nonce: String = nonce, _ request: RequestID = .random(), sentAt: Timestamp = now
  ) -> NonceClaim {
    NonceClaim(keyID: "cst_x", nonce: nonce, requestID: request, timestamp: sentAt)
  }
}
