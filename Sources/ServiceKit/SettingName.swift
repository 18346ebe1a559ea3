/// One setting has one name in three dresses: `COUNTERSIGN_LANES`, `--lanes`, and the environment's
/// name again in a file.
enum SettingName {
  private static let prefix = "COUNTERSIGN_"

  static func option(for name: String) -> String {
    let bare = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    return "--" + bare.lowercased().replacing("_", with: "-")
  }
}
