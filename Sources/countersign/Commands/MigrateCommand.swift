import LicenseStore
import ServiceKit

/// `countersign migrate`
enum MigrateCommand: Subcommand {
  static let name = "migrate"
  static let summary = "Brings the database to the schema that this version needs."
  static let usage = ""
  static let help = """
    Works on DATABASE_URL (or the file that DATABASE_URL_FILE names), else on the database of the
    cluster in COUNTERSIGN_HOME. May run while others do the same, and again at any time.
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    try Arguments(arguments).refuseWords()
    let connection = try DatabaseAccess.connect(environment: ProcessEnvironment.current())
    for step in try Migrator.migrate(connection) {
      Console.say("applied migration \(step.version), \(step.name)")
    }
    Console.say("the schema is at version \(try Migrator.version(of: connection))")
    return 0
  }
}
