import LicenseStore
import Licensing
import ServiceKit

/// `countersign license reseal`
enum LicenseResealCommand: Subcommand {
  static let name = "license reseal"
  static let summary = "Makes a licence row that was edited by hand count again, as it is now."
  static let usage = "LICENSE [--master-key-file FILE]"
  static let help = """
    LICENSE is an id (lic_…) or a code. Look at the row first: what it says is what will hold. The
    log says that it was done, and by whom.

    --master-key-file FILE   default: COUNTERSIGN_MASTER_KEY_FILE, else the key in COUNTERSIGN_HOME
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ["--master-key-file"])
    let word = try parsed.onlyWord("licence: an id or a code")
    let environment = ProcessEnvironment.current()
    let reseal = LicenseReseal(
      try DatabaseAccess.connect(environment: environment),
      keys: try masterKeys(parsed, environment))
    let author = DatabaseAccess.author(environment: environment)
    switch try outcome(reseal, word, author) {
    case .resealed(let id): Console.say("resealed \(id)")
    case .wasGenuine(let id): Console.say("\(id) is as the service wrote it; nothing was changed")
    case .notFound: throw CommandFault("there is no such licence")
    case .unknownPlan(let id): throw CommandFault("\(id) names a plan that does not exist")
    }
    return 0
  }

  private static func outcome(
    _ reseal: LicenseReseal, _ word: String, _ author: LogAuthor
  ) throws -> LicenseReseal.Outcome {
    if let id = LicenseID(text: word) { return try reseal.reseal(id, by: author) }
    guard let code = LicenseCode(typed: word) else { return .notFound }
    return try reseal.reseal(code, by: author)
  }

  private static func masterKeys(
    _ parsed: Arguments, _ environment: [String: String]
  ) throws -> MasterKeys {
    let home = ClusterHome(environment: environment)
    let path =
      try parsed.value("--master-key-file") ?? environment["COUNTERSIGN_MASTER_KEY_FILE"]
      ?? KeyDirectory(path: home.keys).masterFile
    return try MasterKeys(fileText: SecretFile(path: path).readText().value + "\n")
  }
}
