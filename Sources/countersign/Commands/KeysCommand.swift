import Instants
import ServiceKit

/// `countersign keys`
enum KeysCommand: Subcommand {
  static let name = "keys"
  static let summary = "Makes the keys that are missing, and signs the key set anew."
  static let usage = "[--dir FOLDER] [--direct NAME] [--bus NAME]…"
  static let help = """
    Makes root.pem, signing.pem, token.keys and master.keys, each of mode 0600, and key-set.json,
    which the gateway serves. A key that is there is never replaced. Move root.pem off the host
    once the set is signed, and bring it back to sign again; root.pub stays, the root key's public
    half, which apps compile in and which is shown.

    --dir FOLDER        where they are (default: keys/ in COUNTERSIGN_HOME)
    --direct NAME       makes a CURVE key pair as well, for one direct client or one process that
                        serves them: direct/NAME.key (mode 0600) and direct/NAME.pub
    --bus NAME          makes a CURVE key pair for one process of a cluster on several hosts, such as
                        gateway-1 or verification-2: bus/NAME.key (mode 0600) and bus/NAME.pub; for a
                        worker shows its line for the list of allowed keys. May stand several times
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ["--dir", "--direct", "--bus"])
    try parsed.refuseWords()
    let home = ClusterHome(environment: ProcessEnvironment.current())
    let keys = KeyDirectory(path: Files.absolute(try parsed.value("--dir") ?? home.keys))
    for file in try keys.makeMissing(now: SystemTimeSource().now()) { Console.say("made \(file)") }
    Console.say(
      keys.isRootAway
        ? "root.pem is off the host: \(keys.keySetFile) stays as it is"
        : "signed \(keys.keySetFile)")
    if let name = try parsed.value("--direct") { try makeDirectKeys(of: name, keys) }
    for name in parsed.all("--bus") { try makeBusKeys(of: name, keys) }
    Console.say("root key (public): \(try keys.rootPublicKey())")
    return 0
  }

  private static func makeDirectKeys(of name: String, _ keys: KeyDirectory) throws {
    try check(name, of: "--direct")
    for file in try keys.makeMissingDirectKeys(of: name) { Console.say("made \(file)") }
    Console.say("direct key of \(name) (public): \(try keys.directPublicKey(of: name))")
  }

  private static func makeBusKeys(of name: String, _ keys: KeyDirectory) throws {
    try check(name, of: "--bus")
    for file in try keys.makeMissingBusKeys(of: name) { Console.say("made \(file)") }
    let key = try keys.busPublicKey(of: name)
    Console.say("bus key of \(name) (public): \(key)")
    if let rights = busRights(of: name) {
      Console.say("its line for the lists of allowed keys: \(key) \(name) \(rights)")
    }
  }

  /// By the kind that the name begins with; a gateway asks nobody to be let in.
  static func busRights(of name: String) -> String? {
    switch ProcessKind(rawValue: String(name.prefix { $0 != "-" })) {
    case nil, .gateway: nil
    case .admin: "announce=admin"
    case .some(let kind): "announce=\(kind.rawValue) hear=hints"
    }
  }

  private static func check(_ name: String, of option: String) throws(UsageFault) {
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(isNameByte) else {
      throw UsageFault("\(option) takes a name of letters, digits, - and _")
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
