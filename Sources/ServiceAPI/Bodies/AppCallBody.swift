import JSON
import Licensing
import Problems

/// The body of activate and renew: a code and the device that it is to serve.
public struct AppCallBody: Hashable, Sendable {
  /// How long each text of `device_info` may be.
  public static let descriptionLengths = 0...256

  /// `nil`: what was sent can be no code, hence no licence's.
  public var code: LicenseCode?
  public var device: DeviceInput
  public var description: DeviceDescription

  public static func read(_ body: JSONObject) throws(Problem) -> AppCallBody {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    let code = fields.required("code", fields.anyText("code"))
    let device = fields.required("device", fields.device("device"))
    let description = fields.nested("device_info").valueOrNil?.deviceDescription()
    try findings.check()
    guard let code, let device else {
      preconditionFailure("A field that is missing without a finding.")
    }
    return AppCallBody(
      code: LicenseCode(typed: code), device: device,
      description: description ?? DeviceDescription())
  }
}

extension FieldReader {
  fileprivate func deviceDescription() -> DeviceDescription {
    DeviceDescription(
      name: text("name", AppCallBody.descriptionLengths).valueOrNil,
      model: text("model", AppCallBody.descriptionLengths).valueOrNil,
      systemVersion: text("system_version", AppCallBody.descriptionLengths).valueOrNil,
      isSimulator: bool("is_simulator").valueOrNil,
      isJailbroken: bool("is_jailbroken").valueOrNil)
  }
}

/// The body of verify: a device, which then must be the token's.
public struct VerifyBody: Hashable, Sendable {
  public var device: DeviceInput?

  public static func read(_ body: JSONObject) throws(Problem) -> VerifyBody {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    let device = fields.device("device").valueOrNil
    try findings.check()
    return VerifyBody(device: device)
  }
}

/// The body of introspect.
public struct IntrospectBody: Hashable, Sendable {
  public var accessToken: String

  public static func read(_ body: JSONObject) throws(Problem) -> IntrospectBody {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    let accessToken = fields.required("access_token", fields.anyText("access_token"))
    try findings.check()
    return IntrospectBody(accessToken: accessToken ?? "")
  }
}
