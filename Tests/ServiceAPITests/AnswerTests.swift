import Cryptography
import Instants
import JSON
import LicenseStore
import Licensing
import Testing

@testable import ServiceAPI

@Suite struct `An address as limits count it` {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"),
    ("::ffff:192.0.2.1", "192.0.2.1"),
    ("::FFFF:c000:0201", "192.0.2.1"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2::", "2001:db8:1:2::/64"),
    ("::1", "0:0:0:0::/64"),
    ("", ""),
    ("not an address", "not an address"),
  ])
  func `IPv6 counts by 64 bits, and a mapped IPv4 as itself`(address: String, subject: String) {
    #expect(AddressSubject.of(address) == subject)
  }
}

@Suite struct `Features of a licence over its app's` {
  private let overlay = FeatureOverlay()

  private func over(_ app: String, _ license: String) -> String {
    overlay.features(of: Features(json: app), under: Features(json: license)).json
  }

  @Test func `names of the licence replace those of the app, whole and at the top level only`() {
    #expect(over(#"{"a":1,"b":{"x":1}}"#, #"{"b":{"y":2},"c":3}"#) == #"{"a":1,"b":{"y":2},"c":3}"#)
    #expect(over(#"{"a":1}"#, #"{"a":null}"#) == #"{"a":null}"#)
    #expect(over("{}", #"{"a":1}"#) == #"{"a":1}"#)
    #expect(over(#"{"a":1}"#, "{}") == #"{"a":1}"#)
  }

  @Test func `numbers stay as they were written`() {
    #expect(over(#"{"a":1.50}"#, #"{"b":1e2}"#) == #"{"a":1.50,"b":1e2}"#)
  }

  @Test func `what is no object any more counts as empty`() {
    #expect(over("[", #"{"a":1}"#) == #"{"a":1}"#)
    #expect(over(#"{"a":1}"#, "]") == #"{"a":1}"#)
  }

  @Test func `what is remembered is the same again, beyond the memory's limit too`() {
    for round in 0..<2 {
      for number in 0..<1100 {
        #expect(over("{}", #"{"n":\#(number)}"#) == #"{"n":\#(number)}"#, "round \(round)")
      }
    }
  }

  @Test func `texts that only look alike are not mixed up`() {
    let composed = "{\"n\":\"\u{E9}\"}"
    let decomposed = "{\"n\":\"e\u{301}\"}"
    #expect(over("{}", composed).utf8.elementsEqual(composed.utf8))
    #expect(over("{}", decomposed).utf8.elementsEqual(decomposed.utf8))
  }
}

@Suite struct `A credential` {
  private let key: Ed25519PrivateKey
  private let issuer: CredentialIssuer
  private let now = Timestamp(secondsSinceEpoch: 1_800_000_000)

  init() throws {
    key = try Ed25519PrivateKey.generate()
    issuer = CredentialIssuer(issuer: "me", key: key)
  }

  private func subject(nonce: String?) -> Claims.Subject {
    Claims.Subject(
      issuer: "me", appID: AppID(rawValue: 1), licenseID: LicenseID(rawValue: 2),
      device: DeviceID(text: "device-\"1\""), nonce: nonce)
  }

  private func claims(_ claims: Claims) throws -> JSONValue {
    let text = try #require(JSON.parse(issuer.sign(claims)).string)
    #expect(!text.contains("="))
    let payload = try #require(
      JWS.verify(text, key: key.publicKey, type: "countersign+jwt"))
    return try JSON.parse(payload)
  }

  @Test func `of a yes says all that it grants`() throws {
    var settings = AppSettings()
    settings.offlineGraceSeconds = 100
    let grant = Claims.Grant(
      plan: .yearly, licenseExpiresAt: now + 60, features: Features(json: #"{"pro":true}"#),
      settings: ClientSettings(settings))
    let read = try claims(.valid(subject(nonce: "nonce-0123456789"), grant: grant, id: .random(), now: now))
    #expect(
      read.object?.members.map(\.name) == [
        "iss", "aud", "sub", "iat", "exp", "jti", "nonce", "code", "device", "plan",
        "license_expires_at", "features", "settings",
      ])
    #expect(read["aud"]?.string == AppID(rawValue: 1).description)
    #expect(read["sub"]?.string == LicenseID(rawValue: 2).description)
    #expect(read["iat"]?.int64 == 1_800_000_000 && read["exp"]?.int64 == 1_800_000_060)
    #expect(read["jti"]?.string?.count == 22)
    #expect(read["device"]?.string == "device-\"1\"")
    #expect(read["license_expires_at"]?.string == "2027-01-15T08:01:00Z")
    #expect(read["features"]?["pro"]?.bool == true)
    #expect(read["settings"]?["offline_grace_seconds"]?.int64 == 100)
  }

  @Test func `of a licence without end ends with the grace, and says null`() throws {
    let grant = Claims.Grant(
      plan: .lifetime, licenseExpiresAt: nil, features: .none,
      settings: ClientSettings(AppSettings()))
    let read = try claims(.valid(subject(nonce: nil), grant: grant, id: .random(), now: now))
    #expect(read["exp"]?.int64 == 1_800_172_800)
    #expect(read["license_expires_at"] == .null)
    #expect(read["nonce"] == nil)
  }

  @Test func `of a no has none of the four claims and ends at once`() throws {
    let refusal = Claims.refusal(subject(nonce: nil), code: .licenseExpired, id: .random(), now: now)
    let read = try claims(refusal)
    #expect(
      read.object?.members.map(\.name) == [
        "iss", "aud", "sub", "iat", "exp", "jti", "code", "device",
      ])
    #expect(read["exp"] == read["iat"])
    #expect(try claims(.refusal(subject(nonce: nil), code: .licenseExpired, id: .random(), now: now)) != read)
  }
}
