import JSON
import Licensing
import Problems
import ServiceAPI

/// `PATCH /admin/v1/apps/{id}`: merges settings name by name, replaces features.
public struct AppPatch: Hashable, Sendable {
  public var name: String?
  public var bundleID: Field<String>
  public var settings: SettingsPatch
  public var features: Features?

  public static func read(_ body: JSONObject) throws(Problem) -> AppPatch {
    let findings = Findings()
    let fields = FieldReader(body, findings: findings)
    let patch = AppPatch(
      name: fields.optional("name", fields.text("name", AppDraft.nameLengths)),
      bundleID: fields.text("bundle_id", AppDraft.bundleIDLengths),
      settings: fields.optional("settings", fields.nested("settings"))?.settingsPatch()
        ?? SettingsPatch(),
      features: fields.optional("features", fields.features("features")))
    try findings.check()
    return patch
  }

  /// The app as it is to be, its version raised; `nil`: the patch changes nothing.
  public func applied(to app: App) -> App? {
    var changed = app
    changed.name = name ?? app.name
    bundleID.lay(over: &changed.bundleID)
    changed.settings = settings.applied(to: app.settings)
    changed.features = features ?? app.features
    guard !changed.isSame(as: app) else { return nil }
    changed.version += 1
    return changed
  }
}

extension App {
  /// Text by text as it is stored: `==` would hold `é` in one scalar and in two to be the same.
  fileprivate func isSame(as other: App) -> Bool {
    self == other && name.utf8.elementsEqual(other.name.utf8)
      && (bundleID ?? "").utf8.elementsEqual((other.bundleID ?? "").utf8)
      && features.json.utf8.elementsEqual(other.features.json.utf8)
  }
}
