import Instants
import ServiceKit

/// `countersign keys`
enum KeysCommand: Subcommand {
  static let name = "keys"
  static let summary = "Makes the keys that are missing, and signs the key set anew."
  static let usage = "[--dir FOLDER]"
  static let help = """
    Makes root.pem, signing.pem, token.keys and master.keys, each of mode 0600, and key-set.json,
    which the gateway serves. A key that is there is never replaced. Move root.pem off the host
    once the set is signed; apps compile in the root key's public half, which is shown.

    --dir FOLDER        where they are (default: keys/ in COUNTERSIGN_HOME)
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ["--dir"])
    try parsed.refuseWords()
    let home = ClusterHome(environment: ProcessEnvironment.current())
    let keys = KeyDirectory(path: Files.absolute(try parsed.value("--dir") ?? home.keys))
    for file in try keys.makeMissing(now: SystemTimeSource().now()) { Console.say("made \(file)") }
    Console.say("signed \(keys.keySetFile)")
    Console.say("root key (public): \(try keys.rootPublicKey())")
    return 0
  }
}
