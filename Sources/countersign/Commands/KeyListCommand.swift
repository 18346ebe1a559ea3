import Instants
import LicenseStore
import ServiceKit

/// `countersign key list`
enum KeyListCommand: Subcommand {
  static let name = "key list"
  static let summary = "Lists the operator keys, the newest first."
  static let usage = ""
  static let help =
    "One a line: id, state, scopes, app, end, name. The keys themselves are not kept."

  static func run(_ arguments: [String]) throws -> Int32 {
    try Arguments(arguments).refuseWords()
    let connection = try DatabaseAccess.connect(environment: ProcessEnvironment.current())
    let now = SystemTimeSource().now()
    for key in try OperatorKeyRepository(connection).list() { Console.say(line(key, now)) }
    return 0
  }

  static func line(_ key: OperatorKey, _ now: Timestamp) -> String {
    let state = key.revokedAt != nil ? "revoked" : key.isUsable(at: now) ? "usable" : "expired"
    let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: ",")
    let app = key.appID.map { "\($0)" } ?? "all-apps"
    let end = key.expiresAt?.rfc3339 ?? "no-end"
    // A name may hold anything; a line stays a line.
    let name = key.name.unicodeScalars.map {
      $0.properties.generalCategory == .control ? "?" : "\($0)"
    }
    return [key.id.description, state, scopes, app, end, name.joined()].joined(separator: "\t")
  }
}
