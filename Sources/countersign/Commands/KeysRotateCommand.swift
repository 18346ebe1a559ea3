import Instants
import LicenseStore
import ServiceKit

/// `countersign keys rotate`
enum KeysRotateCommand: Subcommand {
  static let name = "keys rotate"
  static let summary = "Puts a new token, master or signing key beside the one in use."
  static let usage = "token|master|signing [--use] [--dir FOLDER]"
  static let help = """
    Without --use the key is added and makes nothing yet; with --use it takes over. Each step says
    what to restart or to wait for before the next: every process must know a key before any makes
    with it. countersign keys retire removes the old one. A signing key is shown to clients a day
    before it may sign, and needs root.pem.

    --use               the key that was added is the one that makes from now on
    --dir FOLDER        where the keys are (default: keys/ in COUNTERSIGN_HOME)
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ["--dir"], switches: ["--use"])
    let kind = try kind(parsed)
    let keys = try directory(parsed)
    let now = SystemTimeSource().now()
    let advice =
      kind == .signing
      ? try rotateSigning(keys, uses: parsed.has("--use"), now: now)
      : try rotate(kind, keys, uses: parsed.has("--use"))
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

  private static func rotate(_ kind: KeyKind, _ keys: KeyDirectory, uses: Bool) throws -> [String] {
    let entries = try keys.entries(of: kind)
    let file = keys.file(of: kind)
    guard uses else {
      let added = try NumberedRotation.adding(KeyDirectory.newSecret, to: entries)
      try keys.write(added, of: kind)
      return RotationAdvice.added(kind, number: added[1].key.number, file: file)
    }
    let used = try NumberedRotation.using(entries)
    try keys.write(used, of: kind)
    return RotationAdvice.used(
      kind, number: used[0].key.number, old: used[1].key.number, file: file)
  }

  private static func rotateSigning(
    _ keys: KeyDirectory, uses: Bool, now: Timestamp
  ) throws -> [String] {
    guard uses else {
      let useFrom = try keys.addSigningKey(now: now)
      return RotationAdvice.signingAdded(useFrom: useFrom, set: keys.keySetFile)
    }
    try keys.useSigningKey(now: now)
    return RotationAdvice.signingUsed(file: keys.signingFile)
  }
}
