import Cryptography
import Encodings
import Glibc
import Instants
import LicenseStore
import ServiceKit

/// The folder of a cluster's keys, each in a file of mode 0600.
struct KeyDirectory: Hashable {
  let path: String

  var rootFile: String { path + "/root.pem" }
  var signingFile: String { path + "/signing.pem" }
  var tokenFile: String { path + "/token.keys" }
  var masterFile: String { path + "/master.keys" }
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
