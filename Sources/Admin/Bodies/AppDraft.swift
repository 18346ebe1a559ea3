import JSON
import Licensing
import Problems
import ServiceAPI

/// `POST /admin/v1/apps`: an app as it was asked for.
public struct AppDraft: Hashable, Sendable {
  public static let nameLengths = 1...200
  public static let bundleIDLengths = 1...255

  public var name: String
  public var bundleID: String?
  public var settings: AppSettings
  public var features: Features

  public static func read(_ body: JSONObject) throws(Problem) -> AppDraft {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    let name = fields.required("name", fields.text("name", nameLengths))
    let bundleID = fields.text("bundle_id", bundleIDLengths)
    let settings = fields.optional("settings", fields.nested("settings"))?.settingsPatch()
    let features = fields.optional("features", fields.features("features"))
    try findings.check()
    return AppDraft(
      name: name ?? "", bundleID: bundleID.valueOrNil,
      settings: (settings ?? SettingsPatch()).applied(to: AppSettings()),
      features: features ?? .none)
  }
}
