import Cryptography
import Instants
import LicenseStore
import ServiceKit

/// The folder of a cluster's keys, each in a file of mode 0600.
struct KeyDirectory: Hashable {
  let path: String

  var rootFile: String { path + "/root.pem" }
  /// Public: stays when `root.pem` goes off the host.
  var rootPublicFile: String { path + "/root.pub" }
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
  /// names of what was made. With `root.pem` off the host the set stays as it is, and shows the
  /// signing key or nothing is made.
  func makeMissing(now: Timestamp) throws -> [String] {
    try Files.makeDirectories(path)
    guard !isRootAway else {
      try checkSetWithoutRoot()
      return try makeMissingNumberedKeys()
    }
    var made: [String] = []
    for file in [rootFile, signingFile] where !Files.exists(file) {
      try Files.write(text(Ed25519PrivateKey.generate().pem()), to: file)
      made.append(file)
    }
    made += try makeMissingNumberedKeys()
    try signKeySet(now: now)
    return made
  }

  private func makeMissingNumberedKeys() throws -> [String] {
    let missing = [tokenFile, masterFile].filter { !Files.exists($0) }
    for file in missing {
      try Files.write(SecretKeyFile.line(for: Self.newSecret(number: 1)), to: file)
    }
    return missing
  }

  static func newSecret(number: UInt8) -> NumberedSecret {
    let secret = SecretBytes(RandomBytes.make(count: NumberedSecret.byteCount))
    guard let key = NumberedSecret(number: number, secret: secret) else {
      preconditionFailure("A key of the right length is a key.")
    }
    return key
  }

  func text(_ pem: SecretBytes) -> String {
    String(decoding: pem.bytes, as: UTF8.self)
  }
}
