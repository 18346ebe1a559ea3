import Instants
import LicenseStore
import ServiceKit

/// `countersign keys rotate`
enum KeysRotateCommand: Subcommand {
  static let name = "keys rotate"
  static let summary = "Puts a new token, master or signing key beside the one in use."
  static let usage = "token|master|signing [--use] [--restarted] [--dir FOLDER]"
  static let help = """
    Without --use the key is added and makes nothing yet; with --use it takes over. Each step says
    what to restart or to wait for before the next: every process must know a key before any makes
    with it, and --use refuses while one of the home's cluster was not started since. countersign
    keys retire removes the old one. A signing key is shown to clients a day before it may sign, and
    needs root.pem.

    --use               the key that was added is the one that makes from now on
    --restarted         says that all processes were started anew, where no cluster of
                        COUNTERSIGN_HOME shows it
    --dir FOLDER        where the keys are (default: keys/ in COUNTERSIGN_HOME)
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ["--dir"], switches: ["--use", "--restarted"])
    let kind = try kind(parsed)
    let keys = try directory(parsed)
    let advice =
      switch (kind, parsed.has("--use")) {
      case (.signing, false): try addSigning(keys)
      case (.signing, true): try useSigning(keys)
      case (_, false): try add(kind, keys)
      case (_, true): try use(kind, keys, isConfirmed: parsed.has("--restarted"))
      }
    for line in advice { Console.say(line) }
    return 0
  }

  static func kind(_ parsed: Arguments) throws(UsageFault) -> KeyKind {
    let word = try parsed.onlyWord("kind of key: token, master or signing")
    guard let kind = KeyKind(rawValue: word) else {
      throw UsageFault("\"\(word)\" is no kind of key; there are token, master and signing")
    }
    return kind
  }

  static func directory(_ parsed: Arguments) throws(UsageFault) -> KeyDirectory {
    let home = ClusterHome(environment: ProcessEnvironment.current())
    return KeyDirectory(path: Files.absolute(try parsed.value("--dir") ?? home.keys))
  }

  /// Throws unless all processes that read the file know what it says.
  static func requireRestarts(
    _ kind: KeyKind, _ keys: KeyDirectory, isConfirmed: Bool
  ) throws {
    let home = ClusterHome(environment: ProcessEnvironment.current())
    let readers = try KeyReaders.find(kind, keys, home)
    if let refusal = readers.refusal(isConfirmed: isConfirmed) { throw refusal }
  }

  private static func add(_ kind: KeyKind, _ keys: KeyDirectory) throws -> [String] {
    let added = try NumberedRotation.adding(KeyDirectory.newSecret, to: keys.entries(of: kind))
    try keys.write(added, of: kind)
    return RotationAdvice.added(kind, number: added[1].key.number, file: keys.file(of: kind))
  }

  private static func use(
    _ kind: KeyKind, _ keys: KeyDirectory, isConfirmed: Bool
  ) throws -> [String] {
    let used = try NumberedRotation.using(keys.entries(of: kind))
    try requireRestarts(kind, keys, isConfirmed: isConfirmed)
    try keys.write(used, of: kind)
    return RotationAdvice.used(
      kind, number: used[0].key.number, old: used[1].key.number, file: keys.file(of: kind))
  }

  private static func addSigning(_ keys: KeyDirectory) throws -> [String] {
    let added = try keys.addSigningKey(now: SystemTimeSource().now())
    return RotationAdvice.signingAdded(
      isNew: added.isNew, file: keys.nextSigningFile, useFrom: added.useFrom, set: keys.keySetFile)
  }

  private static func useSigning(_ keys: KeyDirectory) throws -> [String] {
    let environment = ProcessEnvironment.current()
    // A host of keys may know no database; then the longest that there can be counts.
    let connection = try? DatabaseAccess.connectPatiently(environment: environment)
    let grace = connection.flatMap { try? KeyUse($0).longestOfflineGraceSeconds() }
    try keys.useSigningKey(now: SystemTimeSource().now(), graceSeconds: grace)
    return RotationAdvice.signingUsed(file: keys.signingFile, knowsGrace: grace != nil)
  }
}
