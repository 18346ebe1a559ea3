import Instants
import LicenseStore
import Licensing
import ServiceKit

/// `countersign key revoke`
enum KeyRevokeCommand: Subcommand {
  static let name = "key revoke"
  static let summary = "Ends an operator key, from the next request on."
  static let usage = "KEY_ID"
  static let help = "KEY_ID is as key list shows it, key_…."

  static func run(_ arguments: [String]) throws -> Int32 {
    let word = try Arguments(arguments).onlyWord("id of a key, as key list shows it")
    guard let id = OperatorKeyID(text: word) else {
      throw UsageFault("an operator key's id looks like key_…")
    }
    let environment = ProcessEnvironment.current()
    let repository = OperatorKeyRepository(try DatabaseAccess.connect(environment: environment))
    guard try repository.revoke(id, by: DatabaseAccess.author(environment: environment)) else {
      throw CommandFault(refusal(id, try repository.find(id)))
    }
    Console.say("revoked \(id)")
    return 0
  }

  static func refusal(_ id: OperatorKeyID, _ known: OperatorKey?) -> String {
    guard let end = known?.revokedAt else { return "there is no key \(id)" }
    return "\(id) was revoked before, at \(end.rfc3339)"
  }
}
