import Licensing

/// An event on the PUB socket. Hints speed things up; nothing rests on them.
struct Hint: Hashable {
  var topic: String
  var event: [UInt8]

  /// All apps changed to `revision`, in decimal.
  static func apps(revision: Int64) -> Hint {
    Hint(topic: "apps", event: Array(String(revision).utf8))
  }

  /// A licence or one of its bindings changed; the id as text.
  static func license(_ id: LicenseID) -> Hint {
    Hint(topic: "license", event: Array(id.description.utf8))
  }
}
