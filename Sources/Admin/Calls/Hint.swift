import Licensing

/// An event on the PUB socket. Hints speed things up; nothing rests on them.
struct Hint: Hashable {
  var topic: String
  var event: [UInt8]

  /// Some app changed: compare the revision of all.
  static let apps = Hint(topic: "apps", event: [])

  /// A licence or one of its bindings changed; the id as text.
  static func license(_ id: LicenseID) -> Hint {
    Hint(topic: "license", event: Array(id.description.utf8))
  }
}
