import Instants
import LicenseStore
import Licensing
import Postgres
import ServiceKit

/// `countersign key add`
enum KeyAddCommand: Subcommand {
  static let name = "key add"
  static let summary = "Makes an operator key and shows it, this once."
  static let usage = "--name N --scope S [--scope S…] [--app A] [--expires D]"
  static let help = """
    --name N            what the log calls its owner, 1 to 100 characters
    --scope S           admin (all of /admin/v1), read (its GETs), verify (introspection); may
                        stand several times, or name several with commas
    --app A             the only app that the key sees, as in app_…
    --expires D         when it ends: 2027-01-31 (the end of that day, UTC) or RFC 3339
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ["--name", "--scope", "--app", "--expires"])
    try parsed.refuseWords()
    let draft = try draft(parsed)
    let environment = ProcessEnvironment.current()
    let repository = OperatorKeyRepository(try DatabaseAccess.connect(environment: environment))
    let made = try add(draft, repository, by: DatabaseAccess.author(environment: environment))
    Console.complain("made \(made.key.id); the key below is shown this once")
    Console.say(made.secret.text)
    return 0
  }

  private static func add(
    _ draft: OperatorKeyDraft, _ repository: OperatorKeyRepository, by author: LogAuthor
  ) throws -> (key: OperatorKey, secret: OperatorSecret) {
    do {
      return try repository.add(draft, by: author)
    } catch  where error.kind == .foreignKeyViolation {
      throw CommandFault("there is no such app")
    }
  }

  static func draft(_ parsed: Arguments) throws(UsageFault) -> OperatorKeyDraft {
    guard let name = try parsed.value("--name") else { throw UsageFault("--name is required") }
    let draft = OperatorKeyDraft(
      name: name, scopes: try scopes(parsed.all("--scope")), appID: try app(parsed),
      expiresAt: try end(parsed))
    guard let draft else {
      throw UsageFault("--name takes 1 to 100 characters, and --scope is required")
    }
    return draft
  }

  private static func scopes(_ texts: [String]) throws(UsageFault) -> Set<OperatorScope> {
    var scopes: Set<OperatorScope> = []
    for word in texts.flatMap({ $0.split(separator: ",") }) {
      guard let scope = OperatorScope(rawValue: String(word)) else {
        throw UsageFault("--scope takes admin, read or verify")
      }
      scopes.insert(scope)
    }
    return scopes
  }

  private static func app(_ parsed: Arguments) throws(UsageFault) -> AppID? {
    guard let text = try parsed.value("--app") else { return nil }
    guard let app = AppID(text: text) else { throw UsageFault("--app takes an id like app_…") }
    return app
  }

  private static func end(_ parsed: Arguments) throws(UsageFault) -> Timestamp? {
    guard let text = try parsed.value("--expires") else { return nil }
    guard let end = Timestamp(expiryText: text) else {
      throw UsageFault("--expires takes a date like 2027-01-31, or RFC 3339")
    }
    return end
  }
}
