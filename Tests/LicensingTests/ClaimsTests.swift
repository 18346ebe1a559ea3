import Instants
import Licensing
import Testing

@Suite struct ClaimsTests {
  private let now = Sample.now
  private let subject = Claims.Subject(
    issuer: "countersign", appID: AppID(rawValue: 1), licenseID: LicenseID(rawValue: 2),
    device: Sample.device, nonce: "n")

  private func grant(graceSeconds: Int, licenseEnds: Int64?) -> Claims.Grant {
    var settings = AppSettings()
    settings.offlineGraceSeconds = graceSeconds
    return Claims.Grant(
      plan: .yearly, licenseExpiresAt: licenseEnds.map { now + $0 }, features: .none,
      settings: ClientSettings(settings))
  }

  @Test(
    arguments: [
      (172_800, nil, 172_800), (172_800, 1_000_000, 172_800), (172_800, 60, 60), (0, 60, 0),
    ] as [(Int, Int64?, Int64)])
  func `a yes serves offline for the grace, and not past the licence's end`(
    _ grace: Int, _ licenseEnds: Int64?, _ expected: Int64
  ) {
    let claims = Claims.valid(
      subject, grant: grant(graceSeconds: grace, licenseEnds: licenseEnds),
      id: .random(), now: now)
    #expect(claims.issuedAt == now)
    #expect(claims.expiresAt == now + expected)
    #expect(claims.code == .valid)
  }

  @Test(arguments: Verdict.allCases.filter { $0 != .valid })
  func `a no serves for no time and grants nothing`(_ verdict: Verdict) {
    let claims = Claims.refusal(subject, code: verdict, id: .random(), now: now)
    #expect(claims.expiresAt == claims.issuedAt)
    #expect(claims.grant == nil)
    #expect(claims.code == verdict)
  }

  @Test func `an id shows all of its 128 bits in 22 characters`() {
    var text: [UInt8] = []
    ClaimsID(high: 0x0001_0203_0405_0607, low: 0xF8F9_FAFB_FCFD_FEFF).append(to: &text)
    #expect(String(decoding: text, as: UTF8.self) == "AAECAwQFBgf4-fr7_P3-_w")
  }

  @Test func `random ids differ`() {
    #expect(Set((0..<100).map { _ in ClaimsID.random() }).count == 100)
  }
}
