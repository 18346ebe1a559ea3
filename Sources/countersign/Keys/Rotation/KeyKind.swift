/// The keys that are changed while the service runs.
enum KeyKind: String, CaseIterable {
  case token
  case master
  case signing

  /// The processes that read it, when they start.
  var readers: String {
    switch self {
    case .token, .signing: "activation, renewal and verification"
    case .master: "admin, activation, renewal and verification"
    }
  }

  func isRead(by process: String) -> Bool {
    let kinds: [ProcessKind] = [.activation, .renewal, .verification]
    return (self == .master ? kinds + [.admin] : kinds)
      .contains { process.hasPrefix($0.rawValue + "-") }
  }
}
