import Cryptography
import Encodings
import JSON

/// The server's public signing keys, by `kid`.
public struct KeyRing: Sendable {
  static let type = "countersign-keys+jwt"

  struct Key: Sendable {
    let id: String
    let key: Ed25519PublicKey
    /// The header that a credential of this key has; it is compared, never believed.
    let header: [UInt8]
  }

  let keys: [Key]

  init(keys: [Ed25519PublicKey]) {
    self.keys = keys.map { key in
      let id = key.thumbprint
      return Key(id: id, key: key, header: JWS.header(keyID: id, type: ProofChecker.type))
    }
  }

  /// The keys of `/.well-known/countersign-keys`; `nil`: no such document, or not signed by `root`.
  ///
  /// - Parameter root: where there is none, the set is taken as the server tells it.
  init?(document: [UInt8], root: Ed25519PublicKey?) {
    guard let signed = (try? JSON.parse(document))?["signed"]?.string,
      let payload = Self.payload(signed, root: root),
      let entries = (try? JSON.parse(payload))?["keys"]?.array, !entries.isEmpty
    else { return nil }
    let keys = entries.compactMap { entry in JWK.publicKey { entry[$0]?.string } }
    guard keys.count == entries.count else { return nil }
    self.init(keys: keys)
  }

  private static func payload(_ signed: String, root: Ed25519PublicKey?) -> [UInt8]? {
    if let root { return JWS.verify(signed, key: root, type: type) }
    let parts = signed.utf8.split(separator: UInt8(ascii: "."))
    return parts.count == 3 ? Base64URL.decode(parts[1]) : nil
  }

  func key(id: String) -> Key? { keys.first { $0.id == id } }
}
