import Cryptography
import Encodings
import Glibc
import Instants
import LicenseStore
import ServiceKit

extension KeyDirectory {
  /// Clients see a new signing key so long before it signs (signing.md).
  static let signingLeadSeconds: Int64 = 86_400

  var nextSigningFile: String { path + "/signing-next.pem" }
  var pastSigningFile: String { path + "/signing-past.keys" }

  func file(of kind: KeyKind) -> String {
    switch kind {
    case .token: tokenFile
    case .master: masterFile
    case .signing: signingFile
    }
  }

  // MARK: Token and master keys

  func entries(of kind: KeyKind) throws -> [SecretKeyFile.Entry] {
    let file = file(of: kind)
    let text = try SecretFile(path: file).readText()
    do throws(SecretKeyFault) {
      return try SecretKeyFile.entries(text.value)
    } catch {
      throw CommandFault("\(file): \(error)")
    }
  }

  func write(_ entries: [SecretKeyFile.Entry], of kind: KeyKind) throws {
    try Self.replace(file(of: kind), with: entries.map(\.line).joined())
  }

  static func newSecret(number: UInt8) -> NumberedSecret {
    let secret = SecretBytes(RandomBytes.make(count: NumberedSecret.byteCount))
    guard let key = NumberedSecret(number: number, secret: secret) else {
      preconditionFailure("A key of the right length is a key.")
    }
    return key
  }

  /// The new file belongs to whom the old one belonged to: root may do this for the service's user.
  private static func replace(_ file: String, with text: String, like old: String? = nil) throws {
    var status = stat()
    let isKnown = stat(old ?? file, &status) == 0
    try Files.write(text, to: file)
    guard isKnown, status.st_uid != geteuid() else { return }
    guard chown(file, status.st_uid, status.st_gid) == 0 else {
      throw CommandFault("\(file) cannot be given to user \(status.st_uid), whom it belonged to")
    }
  }

  // MARK: The signing key

  /// Makes the next signing key, unless it waits already, and shows it in the key set. Gives the
  /// time from which it may sign.
  func addSigningKey(now: Timestamp) throws -> Timestamp {
    let root = try Self.key(rootFile)
    var set = try keySet(root)
    if !Files.exists(nextSigningFile) {
      let pem = try Ed25519PrivateKey.generate().pem()
      try Self.replace(
        nextSigningFile, with: String(decoding: pem.bytes, as: UTF8.self), like: signingFile)
    }
    let next = try Self.key(nextSigningFile).publicKey
    set.add(next, useFrom: now + Self.signingLeadSeconds)
    try Self.replace(keySetFile, with: set.document(root: root, now: now))
    return set.entries.first { $0.x == next.raw }?.useFrom ?? now
  }

  /// The next signing key takes the place of the one that is there. The root key is not needed:
  /// what the set says was signed when the key was added.
  func useSigningKey(now: Timestamp) throws {
    guard Files.exists(nextSigningFile) else {
      throw CommandFault("no key waits to be used; countersign keys rotate signing makes one")
    }
    let next = try Self.key(nextSigningFile).publicKey
    guard let useFrom = try shownFrom(next) else {
      throw CommandFault("\(keySetFile) does not show the new key; countersign keys rotate signing")
    }
    guard useFrom <= now else {
      throw CommandFault("clients may not know the new key before \(useFrom.rfc3339)")
    }
    var past = try pastKeys()
    let old = PastKeys.Entry(x: try Self.key(signingFile).publicKey.raw, replacedAt: now)
    past.entries = past.entries.filter { $0.x != old.x } + [old]
    try Self.replace(pastSigningFile, with: past.text, like: signingFile)
    guard rename(nextSigningFile, signingFile) == 0 else {
      throw CommandFault("\(nextSigningFile) cannot be moved to \(signingFile)")
    }
  }

  /// Takes public keys out of the set whose credentials have all ended; says how many.
  func retireSigningKeys(now: Timestamp, graceSeconds: Int64) throws -> Int {
    var past = try pastKeys()
    guard let ended = past.takeEnded(at: now, graceSeconds: graceSeconds) else {
      let ends = past.entries.map { PastKeys.end(of: $0, graceSeconds: graceSeconds) }
      let when = ends.min().map { "credentials may be alive until \($0.rfc3339)" }
      throw CommandFault("no signing key may go: \(when ?? "none was replaced")")
    }
    let root = try Self.key(rootFile)
    var set = try keySet(root)
    set.remove(Set(ended.map(\.x)))
    try Self.replace(keySetFile, with: set.document(root: root, now: now))
    try Self.replace(pastSigningFile, with: past.text)
    return ended.count
  }

  /// The set as it is; its signature is checked where the root key is.
  private func keySet(_ root: Ed25519PrivateKey) throws -> KeySet {
    guard
      let set = KeySet(document: try FileContents.read(keySetFile), root: root.publicKey)
    else {
      throw CommandFault("\(keySetFile) was not signed by \(rootFile); one of them is another's")
    }
    return set
  }

  private func shownFrom(_ key: Ed25519PublicKey) throws -> Timestamp? {
    let text = SecretText(
      String(decoding: try FileContents.read(keySetFile), as: UTF8.self))
    return try KeyLook.publicSet(text, keySetFile, root: nil).get()
      .useFrom[Base64URL.encode(key.raw)]
  }

  private func pastKeys() throws -> PastKeys {
    guard Files.exists(pastSigningFile) else { return PastKeys() }
    guard let past = PastKeys(text: try SecretFile(path: pastSigningFile).readText().value) else {
      throw CommandFault("\(pastSigningFile) cannot be understood")
    }
    return past
  }

  private static func key(_ file: String) throws -> Ed25519PrivateKey {
    try Ed25519PrivateKey(pem: SecretFile(path: file).read())
  }
}
