import Instants
import LicenseStore
import Licensing
import Postgres
import ServiceKit

/// `countersign keys retire`
enum KeysRetireCommand: Subcommand {
  static let name = "keys retire"
  static let summary = "Removes the key that a rotation left behind, once nothing rests on it."
  static let usage = "token|master|signing [--force] [--dir FOLDER]"
  static let help = """
    Looks into the database first. A token key goes once no live token is by it. A master key goes
    once everything that it sealed was sealed anew, which this does. A signing key's public half goes
    out of the key set once no credential of it can be alive; that needs root.pem.

    --force             a token key goes at once: tokens by it are refused, and devices renew
    --dir FOLDER        where the keys are (default: keys/ in COUNTERSIGN_HOME)
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ["--dir"], switches: ["--force"])
    let kind = try KeysRotateCommand.kind(parsed)
    let keys = try KeysRotateCommand.directory(parsed)
    let environment = ProcessEnvironment.current()
    let advice =
      switch kind {
      case .token: try retireToken(keys, isForced: parsed.has("--force"), environment)
      case .master: try retireMaster(keys, environment)
      case .signing: try retireSigning(keys, environment)
      }
    for line in advice { Console.say(line) }
    return 0
  }

  private static func retireToken(
    _ keys: KeyDirectory, isForced: Bool, _ environment: [String: String]
  ) throws -> [String] {
    let entries = try keys.entries(of: .token)
    let number = try NumberedRotation.retirable(entries)
    if !isForced {
      let count = try KeyUse(connect(environment)).liveTokens(byKey: number)
      guard count == 0 else {
        let total = count < KeyUse.countLimit ? "\(count)" : "\(KeyUse.countLimit) or more"
        throw CommandFault(
          "\(total) live tokens are by token key \(number): wait until their devices have renewed, "
            + "or give --force, and they renew at once")
      }
    }
    try keys.write(NumberedRotation.retiring(entries), of: .token)
    return RotationAdvice.retired(.token, number: number, file: keys.tokenFile)
  }

  private static func retireMaster(
    _ keys: KeyDirectory, _ environment: [String: String]
  ) throws -> [String] {
    let entries = try keys.entries(of: .master)
    let number = try NumberedRotation.retirable(entries)
    let master = MasterKeys(current: entries[0].key, others: [entries[1].key])
    let result = try MasterKeyChange(connect(environment), keys: master, from: number).run()
    try keys.write(NumberedRotation.retiring(entries), of: .master)
    let tampered =
      result.tampered == 0
      ? []
      : [
        "\(result.tampered) rows were left as they are, for they are not as the service wrote them: "
          + "they stay refused until countersign license reseal"
      ]
    return ["sealed \(result.licenses) licences and \(result.apps) apps anew"] + tampered
      + RotationAdvice.retired(.master, number: number, file: keys.masterFile)
  }

  private static func retireSigning(
    _ keys: KeyDirectory, _ environment: [String: String]
  ) throws -> [String] {
    let grace = try KeyUse(connect(environment)).longestOfflineGraceSeconds()
    let count = try keys.retireSigningKeys(now: SystemTimeSource().now(), graceSeconds: grace)
    return RotationAdvice.signingRetired(count: count, set: keys.keySetFile)
  }

  /// With more time than a request has: whole tables are read.
  private static func connect(_ environment: [String: String]) throws -> PostgresConnection {
    let home = ClusterHome(environment: environment)
    let url = try DatabaseAccess.database(environment: environment, home: home)
    var configuration = PostgresConfiguration(url: url.value, applicationName: "countersign")
    configuration.statementTimeoutMilliseconds = 60_000
    configuration.answerTimeoutMilliseconds = 65_000
    return try PostgresConnection.open(configuration)
  }
}
