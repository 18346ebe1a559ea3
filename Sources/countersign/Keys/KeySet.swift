import Cryptography
import Encodings
import Instants
import JSON

/// The document of `/.well-known/countersign-keys`: the public signing keys, and the same set
/// signed by the root key, which is what clients trust.
struct KeySet {
  static let type = "countersign-keys+jwt"
  /// Clients refuse a set past its end; each start of a cluster and each `countersign keys` signs
  /// it anew.
  static let lifeSeconds: Int64 = 400 * 86_400

  struct Entry: Hashable {
    /// 32 bytes.
    let x: [UInt8]
    let useFrom: Timestamp

    var keyID: String { JWK.thumbprint(x: x) }
  }

  private(set) var entries: [Entry]
  /// Of the document that it was read from; `nil`: it was not.
  let expiresAt: Timestamp?

  init(entries: [Entry] = []) {
    self.entries = entries
    expiresAt = nil
  }

  /// The entries of a document, past its end or not; `nil` for any other text.
  ///
  /// - Parameter root: who must have signed it; `nil`: the signature is not checked.
  init?(document: [UInt8], root: Ed25519PublicKey?) {
    guard let value = try? JSON.parse(document), let signed = value["signed"]?.string,
      let payload = KeySet.payload(signed, root), let claims = try? JSON.parse(payload),
      let end = claims["exp"]?.int64, let keys = claims["keys"]?.array
    else { return nil }
    expiresAt = Timestamp(secondsSinceEpoch: end)
    entries = keys.compactMap(KeySet.entry)
    guard entries.count == keys.count else { return nil }
  }

  private static func payload(_ signed: String, _ root: Ed25519PublicKey?) -> [UInt8]? {
    if let root { return JWS.verify(signed, key: root, type: KeySet.type) }
    let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? Base64URL.decode(parts[1].utf8) : nil
  }

  private static func entry(_ key: JSONValue) -> Entry? {
    guard let publicKey = JWK.publicKey({ key[$0]?.string }),
      let useFrom = key["use_from"]?.int64
    else { return nil }
    return Entry(x: publicKey.raw, useFrom: Timestamp(secondsSinceEpoch: useFrom))
  }

  /// Adds a key unless the set has it.
  mutating func add(_ key: Ed25519PublicKey, useFrom: Timestamp) {
    guard !entries.contains(where: { $0.x == key.raw }) else { return }
    entries.append(Entry(x: key.raw, useFrom: useFrom))
  }

  /// From when on the key may sign; `nil`: the set does not show it.
  func useFrom(of key: Ed25519PublicKey) -> Timestamp? {
    entries.first { $0.x == key.raw }?.useFrom
  }

  /// Takes keys out by their 32 bytes.
  mutating func remove(_ keys: Set<[UInt8]>) {
    entries.removeAll { keys.contains($0.x) }
  }

  func document(root: Ed25519PrivateKey, now: Timestamp) -> String {
    let signed = JWS.compact(
      header: JWS.header(keyID: root.publicKey.thumbprint, type: KeySet.type),
      payload: claims(now: now), key: root)
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("keys")
    writeKeys(to: &writer, withUse: false)
    writer.name("signed")
    writer.string(signed)
    writer.endObject()
    return writer.text + "\n"
  }

  private func claims(now: Timestamp) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("keys")
    writeKeys(to: &writer, withUse: true)
    writer.name("iat")
    writer.integer(now.secondsSinceEpoch)
    writer.name("exp")
    writer.integer(now.secondsSinceEpoch + KeySet.lifeSeconds)
    writer.endObject()
    return writer.bytes
  }

  private func writeKeys(to writer: inout JSONWriter, withUse: Bool) {
    writer.beginArray()
    for entry in entries {
      writer.beginObject()
      let members = [
        ("kty", "OKP"), ("crv", "Ed25519"), ("alg", "EdDSA"), ("use", "sig"),
        ("kid", entry.keyID), ("x", Base64URL.encode(entry.x)),
      ]
      for (name, value) in members {
        writer.name(text: name)
        writer.string(value)
      }
      if withUse {
        writer.name("use_from")
        writer.integer(entry.useFrom.secondsSinceEpoch)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}
