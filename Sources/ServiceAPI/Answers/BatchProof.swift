import Cryptography
import Encodings
import JSON

/// One signature over the root of a tree whose leaves are the claims of one moment's answers
/// (signing.md, "Batch proof").
struct BatchProof {
  private static let type = "countersign-batch"

  private let payloads: [[UInt8]]
  private let tree: MerkleTree
  private let keyID: String
  private let signature: [UInt8]

  init(payloads: [[UInt8]], key: Ed25519PrivateKey, keyID: String) {
    self.payloads = payloads
    self.keyID = keyID
    tree = MerkleTree(leaves: payloads)
    signature = key.sign(Self.signedBytes(of: tree))
  }

  /// What stands in place of a credential's text for the claims at `leaf`.
  func json(of leaf: Int) -> [UInt8] {
    var writer = JSONWriter(capacity: 1536)
    writer.beginObject()
    writer.member("typ", Self.type)
    writer.member("kid", keyID)
    writer.member("payload") { Base64URL.append(payloads[leaf], to: &$0) }
    writer.member("size", tree.size)
    writer.member("index", leaf)
    writer.name("path")
    writer.beginArray()
    for hash in tree.path(of: leaf) {
      writer.string { Base64URL.append(Array(hash), to: &$0) }
    }
    writer.endArray()
    writer.member("signature") { Base64URL.append(signature, to: &$0) }
    writer.endObject()
    return writer.bytes
  }

  private static func signedBytes(of tree: MerkleTree) -> [UInt8] {
    var bytes = Array(type.utf8) + [0]
    bytes.append(bigEndian: UInt64(tree.size), byteCount: 4)
    return bytes + tree.root
  }
}
