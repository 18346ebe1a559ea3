import Cryptography
import Glibc
import Instants
import ServiceKit

/// The signing key: shown to clients a day before it signs, and as long as its credentials may live.
extension KeyDirectory {
  /// Clients see a new signing key so long before it signs (signing.md).
  static let signingLeadSeconds: Int64 = 86_400

  var nextSigningFile: String { path + "/signing-next.pem" }

  /// Makes the next signing key, unless it waits already, and shows it in the key set. Gives the
  /// time from which it may sign, and whether it was made.
  func addSigningKey(now: Timestamp) throws -> (useFrom: Timestamp, isNew: Bool) {
    let root = try rootKey()
    var set = try keySet(signedBy: root.publicKey)
    let isNew = !Files.exists(nextSigningFile)
    if isNew {
      try Self.replace(
        nextSigningFile, with: text(Ed25519PrivateKey.generate().pem()), like: signingFile)
    }
    let next = try Self.privateKey(nextSigningFile).publicKey
    set.add(next, useFrom: now + Self.signingLeadSeconds)
    try write(set, signedBy: root, now: now)
    return (set.useFrom(of: next) ?? now, isNew)
  }

  /// The next signing key takes the place of the one that is there. The root key is not needed:
  /// what the set says was signed when the key was added.
  ///
  /// - Parameter graceSeconds: the longest offline grace of all apps; `nil`: not known.
  func useSigningKey(now: Timestamp, graceSeconds: Int64?) throws {
    guard Files.exists(nextSigningFile) else {
      throw CommandFault("no key waits to be used; countersign keys rotate signing makes one")
    }
    let next = try Self.privateKey(nextSigningFile).publicKey
    guard let useFrom = try keySet(signedBy: knownRoot()).useFrom(of: next) else {
      throw CommandFault("\(keySetFile) does not show the new key; countersign keys rotate signing")
    }
    guard useFrom <= now else {
      throw CommandFault("clients may not know the new key before \(useFrom.rfc3339)")
    }
    var past = try pastKeys()
    past.note(
      PastKeys.Entry(
        x: try Self.privateKey(signingFile).publicKey.raw, replacedAt: now,
        graceSeconds: graceSeconds))
    // Before the key itself is gone; a run that ends in between leaves an entry that nothing heeds.
    try Self.replace(pastSigningFile, with: past.text, like: signingFile)
    guard rename(nextSigningFile, signingFile) == 0 else {
      throw CommandFault("\(nextSigningFile) cannot be moved to \(signingFile)")
    }
  }

  /// Takes public keys out of the set whose credentials have all ended, never that of the key which
  /// signs; says how many.
  ///
  /// - Parameter graceSeconds: the longest offline grace of all apps as it is now.
  func retireSigningKeys(now: Timestamp, graceSeconds: Int64) throws -> Int {
    var past = try pastKeys()
    past.forget(try Self.privateKey(signingFile).publicKey.raw)
    guard let ended = past.takeEnded(at: now, graceSeconds: graceSeconds) else {
      let ends = past.entries.map { PastKeys.end(of: $0, graceSeconds: graceSeconds) }
      let when = ends.min().map { "credentials may be alive until \($0.rfc3339)" }
      throw CommandFault("no signing key may go: \(when ?? "none was replaced")")
    }
    let root = try rootKey()
    var set = try keySet(signedBy: root.publicKey)
    set.remove(Set(ended.map(\.x)))
    try write(set, signedBy: root, now: now)
    try Self.replace(pastSigningFile, with: past.text)
    return ended.count
  }

  private func pastKeys() throws -> PastKeys {
    guard Files.exists(pastSigningFile) else { return PastKeys() }
    guard let past = PastKeys(text: try SecretFile(path: pastSigningFile).readText().value) else {
      throw CommandFault("\(pastSigningFile) cannot be understood")
    }
    return past
  }
}
