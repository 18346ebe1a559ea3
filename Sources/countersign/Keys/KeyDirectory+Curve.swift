import ServiceKit
import ZeroMQ

/// CURVE key pairs: of direct clients, and of processes that speak the bus between hosts.
extension KeyDirectory {
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
}
