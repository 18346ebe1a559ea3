/// A Merkle tree over SHA-256 (RFC 9162 section 2.1): one hash that stands for many texts, and for
/// each of them a short path that shows it is among them.
public struct MerkleTree {
  static let leafMark: UInt8 = 0
  static let nodeMark: UInt8 = 1

  public let size: Int
  /// From the leaves to the root; of each level the hashes, one behind the other. A last hash that
  /// has no neighbour stands on the next level as it is, which makes the tree of section 2.1.1.
  private let levels: [[UInt8]]

  /// At least one leaf.
  public init(leaves: [[UInt8]]) {
    precondition(!leaves.isEmpty, "a tree has a leaf")
    size = leaves.count
    var levels = [Self.hashes(ofLeaves: leaves)]
    while levels[levels.count - 1].count > SHA256.byteCount {
      levels.append(Self.level(above: levels[levels.count - 1]))
    }
    self.levels = levels
  }

  /// 32 bytes.
  public var root: [UInt8] { levels[levels.count - 1] }

  /// The inclusion path of a leaf (section 2.1.3.1): hashes of 32 bytes, the lowest first.
  public func path(of index: Int) -> [ArraySlice<UInt8>] {
    precondition((0..<size).contains(index), "the leaf is of this tree")
    var path: [ArraySlice<UInt8>] = []
    var index = index
    for level in levels.dropLast() {
      let neighbour = (index ^ 1) * SHA256.byteCount
      if neighbour < level.count { path.append(level[neighbour..<neighbour + SHA256.byteCount]) }
      index >>= 1
    }
    return path
  }

  static func hash(ofLeaf leaf: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update([leafMark])
    hash.update(leaf)
    return hash.finish()
  }

  static func hash(of left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update([nodeMark])
    hash.update(left)
    hash.update(right)
    return hash.finish()
  }

  private static func hashes(ofLeaves leaves: [[UInt8]]) -> [UInt8] {
    var hashes: [UInt8] = []
    hashes.reserveCapacity(leaves.count * SHA256.byteCount)
    for leaf in leaves { hashes += hash(ofLeaf: leaf) }
    return hashes
  }

  private static func level(above level: [UInt8]) -> [UInt8] {
    let width = SHA256.byteCount
    var above: [UInt8] = []
    above.reserveCapacity(level.count / 2 + width)
    for start in stride(from: 0, to: level.count, by: 2 * width) {
      let middle = start + width
      above +=
        middle < level.count
        ? hash(of: level[start..<middle], level[middle..<middle + width])[...]
        : level[start..<middle]
    }
    return above
  }
}
