import JSON
import Licensing
import Problems
import ServiceAPI

/// `POST /admin/v1/licenses/{id}/disable`.
public struct LicenseDisabling: Hashable, Sendable {
  public var reason: String?

  public static func read(_ body: JSONObject) throws(Problem) -> LicenseDisabling {
    let findings = Findings()
    let reason = FieldReader(body, findings: findings).text("reason", LicenseLimits.reasonLengths)
    try findings.check()
    return LicenseDisabling(reason: reason.valueOrNil)
  }
}

/// `POST /admin/v1/licenses/{id}/extend`.
public struct LicenseExtension: Hashable, Sendable {
  public var days: Int

  public static func read(_ body: JSONObject) throws(Problem) -> LicenseExtension {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    let days = fields.required(
      "days", fields.integer("days", LicenseChange.extensionDaysRange))
    try findings.check()
    return LicenseExtension(days: days ?? 0)
  }
}
