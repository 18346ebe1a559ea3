import Cryptography
import Encodings
import Glibc
import Instants
import LicenseStore
import ServiceKit
import ZeroMQ

/// The folder of a cluster's keys, each in a file of mode 0600.
struct KeyDirectory: Hashable {
  let path: String

  var rootFile: String { path + "/root.pem" }
  var signingFile: String { path + "/signing.pem" }
  var tokenFile: String { path + "/token.keys" }
  var masterFile: String { path + "/master.keys" }
  /// CURVE keys of direct clients and of the processes that serve them.
  var directFolder: String { path + "/direct" }
  /// CURVE keys of processes on several hosts, for the bus between them.
  var busFolder: String { path + "/bus" }
  /// The direct clients that may connect.
  var directClientsFile: String { directFolder + "/clients" }
  /// Public: what the gateway serves.
  var keySetFile: String { path + "/key-set.json" }

  /// Makes what is missing, never a key that is there, and signs the key set anew. Gives the
  /// names of what was made.
  func makeMissing(now: Timestamp) throws -> [String] {
    try Files.makeDirectories(path)
    var made: [String] = []
    for file in [rootFile, signingFile] where !Files.exists(file) {
      try Files.write(text(Ed25519PrivateKey.generate().pem()), to: file)
      made.append(file)
    }
    for file in [tokenFile, masterFile] where !Files.exists(file) {
      try Files.write(try newNumberedKey(), to: file)
      made.append(file)
    }
    try signKeySet(now: now)
    return made
  }

  func directSecretFile(of name: String) -> String { "\(directFolder)/\(name).key" }
  func directPublicFile(of name: String) -> String { "\(directFolder)/\(name).pub" }

  /// A CURVE key pair for one process, in two files; one that is there stays. Gives the names of
  /// what was made.
  func makeMissingDirectKeys(of name: String) throws -> [String] {
    try makeMissingCurveKeys(of: name, in: directFolder)
  }

  /// The same, for a process that speaks the bus between hosts.
  func makeMissingBusKeys(of name: String) throws -> [String] {
    try makeMissingCurveKeys(of: name, in: busFolder)
  }

  private func makeMissingCurveKeys(of name: String, in folder: String) throws -> [String] {
    try Files.makeDirectories(folder)
    let (secretFile, publicFile) = ("\(folder)/\(name).key", "\(folder)/\(name).pub")
    guard !Files.exists(secretFile) else { return [] }
    let pair = try CurveKeyPair.generate()
    try Files.write(pair.publicKey.text + "\n", to: publicFile, mode: 0o644)
    try Files.write(pair.secretKey.text + "\n", to: secretFile)
    return [secretFile, publicFile]
  }

  func directPublicKey(of name: String) throws -> String {
    try curvePublicKey(directSecretFile(of: name))
  }

  func busPublicKey(of name: String) throws -> String {
    try curvePublicKey("\(busFolder)/\(name).key")
  }

  private func curvePublicKey(_ secretFile: String) throws -> String {
    let text = try SecretFile(path: secretFile).readText()
    guard let key = CurveSecretKey(text: text.value) else {
      throw CommandFault("\(secretFile) holds no CURVE key")
    }
    return try CurveKeyPair(key).publicKey.text
  }

  /// Lets the client `name` in, unless a list is there: that one is its owner's.
  func makeMissingDirectClients(allowing name: String) throws -> [String] {
    guard !Files.exists(directClientsFile) else { return [] }
    let text = """
      # <public key> <name> call=verification [in-flight=N]
      \(try directPublicKey(of: name)) \(name) call=verification in-flight=1024

      """
    try Files.write(text, to: directClientsFile)
    return [directClientsFile]
  }

  /// Keys of the set that is there stay in it: credentials of theirs may be alive.
  private func signKeySet(now: Timestamp) throws {
    let root = try privateKey(rootFile)
    var set = KeySet()
    if let document = try? FileContents.read(keySetFile) {
      guard let known = KeySet(document: document, root: root.publicKey) else {
        throw CommandFault("\(keySetFile) was not signed by \(rootFile); one of them is another's")
      }
      set = known
    }
    set.add(try privateKey(signingFile).publicKey, useFrom: now)
    try Files.write(set.document(root: root, now: now), to: keySetFile)
  }

  /// The public half of the root key, base64url: what apps compile in.
  func rootPublicKey() throws -> String {
    Base64URL.encode(try privateKey(rootFile).publicKey.raw)
  }

  private func newNumberedKey() throws -> String {
    let secret = SecretBytes(RandomBytes.make(count: NumberedSecret.byteCount))
    guard let key = NumberedSecret(number: 1, secret: secret) else {
      preconditionFailure("A key of the right length is a key.")
    }
    return SecretKeyFile.line(for: key)
  }

  private func privateKey(_ file: String) throws -> Ed25519PrivateKey {
    try Ed25519PrivateKey(pem: SecretFile(path: file).read())
  }

  private func text(_ pem: SecretBytes) -> String {
    String(decoding: pem.bytes, as: UTF8.self)
  }
}
