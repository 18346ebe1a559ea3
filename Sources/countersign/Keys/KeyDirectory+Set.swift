import Cryptography
import Encodings
import Instants
import ServiceKit

/// The root key, which may be off the host, and the set that it signs.
extension KeyDirectory {
  /// A set or a public half is there without the root key behind it: another root key would be
  /// one that no app trusts.
  var isRootAway: Bool {
    !Files.exists(rootFile) && (Files.exists(keySetFile) || Files.exists(rootPublicFile))
  }

  /// For whoever signs the set.
  func rootKey() throws -> Ed25519PrivateKey {
    guard Files.exists(rootFile) else { throw rootIsAway }
    return try Self.privateKey(rootFile)
  }

  private var rootIsAway: CommandFault {
    CommandFault("root.pem is off the host: bring it here (\(rootFile)) to sign \(keySetFile)")
  }

  /// The root key's public half, base64url: what apps compile in.
  func rootPublicKey() throws -> String {
    guard let key = try knownRoot() else {
      throw CommandFault(
        "root.pem is off the host and \(rootPublicFile) is not there: write the root key's public "
          + "half into it, which apps compile in, or bring root.pem here once")
    }
    return Base64URL.encode(key.raw)
  }

  /// `nil`: neither the root key nor its public half is there.
  func knownRoot() throws -> Ed25519PublicKey? {
    if Files.exists(rootFile) { return try Self.privateKey(rootFile).publicKey }
    guard let text = Files.text(rootPublicFile) else { return nil }
    guard let word = text.split(whereSeparator: \.isWhitespace).first,
      let raw = Base64URL.decode(word.utf8), let key = try? Ed25519PublicKey(raw: raw)
    else { throw CommandFault("\(rootPublicFile) holds no public key") }
    return key
  }

  /// Keys of the set that is there stay in it: credentials of theirs may be alive.
  func signKeySet(now: Timestamp) throws {
    let root = try rootKey()
    var set = Files.exists(keySetFile) ? try keySet(signedBy: root.publicKey) : KeySet()
    set.add(try Self.privateKey(signingFile).publicKey, useFrom: now)
    try write(set, signedBy: root, now: now)
  }

  func write(_ set: KeySet, signedBy root: Ed25519PrivateKey, now: Timestamp) throws {
    try Self.replace(keySetFile, with: set.document(root: root, now: now))
    try Files.write(Base64URL.encode(root.publicKey.raw) + "\n", to: rootPublicFile, mode: 0o644)
  }

  /// The set as it is.
  ///
  /// - Parameter root: who must have signed it; `nil`: the root key is not known here.
  func keySet(signedBy root: Ed25519PublicKey?) throws -> KeySet {
    guard let set = KeySet(document: try FileContents.read(keySetFile), root: root) else {
      throw CommandFault(
        "\(keySetFile) was not signed by the root key in \(path); one of them is another's")
    }
    return set
  }

  /// Without the root key all is well only where the set shows the key that signs.
  func checkSetWithoutRoot() throws {
    guard Files.exists(keySetFile), Files.exists(signingFile) else { throw rootIsAway }
    let set = try keySet(signedBy: knownRoot())
    guard set.useFrom(of: try Self.privateKey(signingFile).publicKey) != nil else {
      throw rootIsAway
    }
  }

  static func privateKey(_ file: String) throws -> Ed25519PrivateKey {
    try Ed25519PrivateKey(pem: SecretFile(path: file).read())
  }
}
