import Encodings
import JSON

/// One signature for many answers, as it stands where a credential would.
struct BatchProof {
  static let type = "countersign-batch"
  static let sizeLimit: Int64 = 0xFFFF_FFFF
  /// A tree of the largest size is this deep.
  static let pathLimit = 32

  let keyID: String
  let claims: [UInt8]
  let size: Int
  let index: Int
  let path: [[UInt8]]
  let signature: [UInt8]

  init(_ object: JSONObject) throws(ProofFlaw) {
    guard object["typ"]?.string == Self.type else { throw .header }
    guard let keyID = object["kid"]?.string, let claims = Self.bytes(object["payload"]),
      let size = object["size"]?.int64, let index = object["index"]?.int64,
      let signature = Self.bytes(object["signature"]), let path = object["path"]?.array
    else { throw .form }
    guard (1...Self.sizeLimit).contains(size), (0..<size).contains(index) else {
      throw .batchSize
    }
    guard path.count <= Self.pathLimit else { throw .pathLength }
    self.keyID = keyID
    self.claims = claims
    self.size = Int(size)
    self.index = Int(index)
    self.signature = signature
    self.path = try Self.nodes(path)
  }

  private static func nodes(_ values: [JSONValue]) throws(ProofFlaw) -> [[UInt8]] {
    let nodes = values.compactMap(bytes).filter { $0.count == MerklePath.nodeByteCount }
    guard nodes.count == values.count else { throw .form }
    return nodes
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    value?.string.flatMap { Base64URL.decode($0.utf8) }
  }

  /// What was signed.
  func signedBytes() throws(ProofFlaw) -> [UInt8] {
    let leaf = MerklePath.leaf(claims)
    guard let root = MerklePath.root(leaf: leaf, index: index, size: size, path: path) else {
      throw .pathLength
    }
    let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
    return Array("countersign-batch\0".utf8) + number + root
  }
}
