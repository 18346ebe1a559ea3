import Instants
import LicenseStore
import Postgres
import ServiceKit

/// `countersign keys retire`
enum KeysRetireCommand: Subcommand {
  static let name = "keys retire"
  static let summary = "Removes the key that a rotation left behind, once nothing rests on it."
  static let usage = "token|master|signing [--force] [--restarted] [--dir FOLDER]"
  static let help = """
    Refuses while a process of the home's cluster was not started since the key file was changed;
    then looks into the database. A token key goes once no live token is by it. A master key goes
    once everything that it sealed was sealed anew, which this does; a row that somebody holds is
    waited for, a minute at most. Their lines are kept in token-past.keys and master-past.keys, which
    no service reads. A signing key's public half goes out of the key set a day after --use and the
    longest offline_grace_seconds that apps have now or had then; one that was lowered before is not
    seen. That needs root.pem.

    --force             a token key goes at once: tokens by it are refused, and devices renew
    --restarted         says that all processes were started anew, where no cluster of
                        COUNTERSIGN_HOME shows it
    --dir FOLDER        where the keys are (default: keys/ in COUNTERSIGN_HOME)
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(
      arguments, options: ["--dir"], switches: ["--force", "--restarted"])
    let kind = try KeysRotateCommand.kind(parsed)
    let keys = try KeysRotateCommand.directory(parsed)
    let isConfirmed = parsed.has("--restarted")
    let environment = ProcessEnvironment.current()
    let advice =
      switch kind {
      case .token:
        try retireToken(keys, isForced: parsed.has("--force"), isConfirmed, environment)
      case .master: try retireMaster(keys, isConfirmed, environment)
      case .signing: try retireSigning(keys, isConfirmed, environment)
      }
    for line in advice { Console.say(line) }
    return 0
  }

  private static func retireToken(
    _ keys: KeyDirectory, isForced: Bool, _ isConfirmed: Bool, _ environment: [String: String]
  ) throws -> [String] {
    let entries = try keys.entries(of: .token)
    let number = try NumberedRotation.retirable(entries)
    try KeysRotateCommand.requireRestarts(.token, keys, isConfirmed: isConfirmed)
    if !isForced {
      let count = try KeyUse(connect(environment)).liveTokens(byKey: number)
      guard count == 0 else {
        let total = count < KeyUse.countLimit ? "\(count)" : "\(KeyUse.countLimit) or more"
        throw CommandFault(
          "\(total) live tokens are by token key \(number): wait until their devices have renewed, "
            + "or give --force, and they renew at once")
      }
    }
    try keys.retire(entries, of: .token)
    return RotationAdvice.retired(
      .token, number: number, file: keys.tokenFile, past: keys.pastFile(of: .token))
  }

  private static func retireMaster(
    _ keys: KeyDirectory, _ isConfirmed: Bool, _ environment: [String: String]
  ) throws -> [String] {
    let entries = try keys.entries(of: .master)
    let number = try NumberedRotation.retirable(entries)
    try KeysRotateCommand.requireRestarts(.master, keys, isConfirmed: isConfirmed)
    let master = MasterKeys(current: entries[0].key, others: [entries[1].key])
    let result = try MasterKeyChange(connect(environment), keys: master, from: number).run()
    try keys.retire(entries, of: .master)
    return RotationAdvice.sealedAnew(result)
      + RotationAdvice.retired(
        .master, number: number, file: keys.masterFile, past: keys.pastFile(of: .master))
  }

  private static func retireSigning(
    _ keys: KeyDirectory, _ isConfirmed: Bool, _ environment: [String: String]
  ) throws -> [String] {
    try KeysRotateCommand.requireRestarts(.signing, keys, isConfirmed: isConfirmed)
    let grace = try KeyUse(connect(environment)).longestOfflineGraceSeconds()
    let count = try keys.retireSigningKeys(now: SystemTimeSource().now(), graceSeconds: grace)
    return RotationAdvice.signingRetired(count: count, set: keys.keySetFile)
  }

  private static func connect(_ environment: [String: String]) throws -> PostgresConnection {
    try DatabaseAccess.connectPatiently(environment: environment)
  }
}
