import Cryptography
import Encodings

@testable import LoadTest

extension FuzzTarget {
  /// Signed documents, key sets and keys, as a client reads them.
  static let keys = FuzzTarget(
    name: "keys",
    seeds: [
      token(#"{"keys":[{"x":"\#(Base64URL.encode(root.publicKey.raw))","use_from":0}]}"#),
      document(#"{"keys":[{"x":"\#(Base64URL.encode(root.publicKey.raw))","use_from":0}]}"#),
      "eyJhbGciOiJub25lIn0.e30.", ".." + String(repeating: "A", count: 86),
      String(decoding: (try? root.publicKey.pem()) ?? [], as: UTF8.self),
    ].map { Array($0.utf8) },
    check: checkKeys)

  private static let type = "countersign-keys+jwt"

  private static let root: Ed25519PrivateKey = {
    guard let key = try? Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 7, count: 32)))
    else { preconditionFailure("any 32 bytes are a seed") }
    return key
  }()

  private static func checkKeys(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    if let content = JWS.open(text, key: root.publicKey) {
      let own = JWS.compact(header: content.header, payload: content.payload, key: root)
      try hold(own == text, "what a key opens is what the key makes, byte for byte")
    }
    try checkSigning(input)
    checkSets(input)
    _ = try? Ed25519PublicKey(pem: input)
    let path = stride(from: 2, to: input.count, by: 32).map { Array(input[$0...].prefix(32)) }
    _ = MerklePath.root(
      ofLeaf: input, index: Int(input.first ?? 0), size: Int(input.last ?? 0), path: path)
  }

  private static func checkSigning(_ input: [UInt8]) throws {
    let header = Array(input.prefix(16))
    let payload = Array(input.dropFirst(16))
    let made = JWS.compact(header: header, payload: payload, key: root)
    let opened = JWS.open(made, key: root.publicKey)
    try hold(
      opened?.header == header && opened?.payload == payload, "what was signed opens again")
  }

  private static func checkSets(_ input: [UInt8]) {
    _ = KeyRing(document: input, root: nil)
    _ = KeyRing(document: input, root: root.publicKey)
    _ = KeyRing(
      document: Array(document(String(decoding: input, as: UTF8.self)).utf8), root: root.publicKey)
  }

  private static func token(_ payload: String) -> String {
    JWS.compact(
      header: JWS.header(keyID: root.publicKey.thumbprint, type: type),
      payload: Array(payload.utf8), key: root)
  }

  private static func document(_ payload: String) -> String {
    #"{"keys":[],"signed":"\#(token(payload))"}"#
  }
}
