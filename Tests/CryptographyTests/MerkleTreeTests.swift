import Cryptography
import Encodings
import Testing

@Suite struct MerkleTreeTests {
  /// Leaves and roots that the first implementations of certificate transparency agreed on
  /// (RFC 6962, whose trees are those of RFC 9162).
  private static let leaves: [[UInt8]] = [
    [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
    Array(0x50..<0x58), Array(0x60..<0x70),
  ]
  private static let roots = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  private func tree(_ size: Int) -> (tree: MerkleTree, leaves: [[UInt8]]) {
    let leaves = (0..<size).map { Array("leaf \($0) of \(size)".utf8) }
    return (MerkleTree(leaves: leaves), leaves)
  }

  private func path(_ tree: MerkleTree, _ index: Int) -> [[UInt8]] {
    tree.path(of: index).map { Array($0) }
  }

  @Test(arguments: 1...8)
  func `the root is the one that others compute`(_ size: Int) {
    let tree = MerkleTree(leaves: Array(Self.leaves.prefix(size)))
    #expect(Hex.encode(tree.root) == Self.roots[size - 1])
  }

  @Test(arguments: 1...300)
  func `each leaf's path leads to the root`(_ size: Int) {
    let (tree, leaves) = tree(size)
    for index in leaves.indices {
      let found = MerklePath.root(
        ofLeaf: leaves[index], index: index, size: size, path: path(tree, index))
      #expect(found == tree.root, "leaf \(index)")
    }
  }

  @Test(arguments: [1, 2, 3, 5, 8, 57, 300])
  func `no flipped bit of a leaf or of its path leads there`(_ size: Int) {
    let (tree, leaves) = tree(size)
    for index in Set([0, size / 2, size - 1]) {
      let whole = [leaves[index]] + path(tree, index)
      for part in whole.indices {
        for bit in 0..<(whole[part].count * 8) {
          var parts = whole
          parts[part][bit / 8] ^= 1 << UInt8(bit % 8)
          let found = MerklePath.root(
            ofLeaf: parts[0], index: index, size: size, path: Array(parts.dropFirst()))
          #expect(found != tree.root, "leaf \(index), part \(part), bit \(bit)")
        }
      }
    }
  }

  @Test(arguments: [2, 3, 5, 8, 57])
  func `another index, or a path of another length, leads nowhere near`(_ size: Int) {
    let (tree, leaves) = tree(size)
    for index in leaves.indices {
      let path = path(tree, index)
      for other in -1...size where other != index {
        let found = MerklePath.root(ofLeaf: leaves[index], index: other, size: size, path: path)
        #expect(found != tree.root, "leaf \(index) as \(other)")
      }
      for changed in [Array(path.dropFirst()), Array(path.dropLast()), path + [path[0]]] {
        let found = MerklePath.root(ofLeaf: leaves[index], index: index, size: size, path: changed)
        #expect(found == nil, "leaf \(index), \(changed.count) steps")
      }
    }
  }

  @Test func `a step that is no hash leads nowhere`() {
    let (tree, leaves) = tree(2)
    for step in [[], Array(path(tree, 0)[0].dropLast()), path(tree, 0)[0] + [0]] {
      #expect(MerklePath.root(ofLeaf: leaves[0], index: 0, size: 2, path: [step]) == nil)
    }
  }

  @Test func `a leaf never passes for a node`() {
    let (tree, _) = tree(2)
    let node = path(tree, 1)[0] + path(tree, 0)[0]
    #expect(MerklePath.root(ofLeaf: node, index: 0, size: 1, path: []) != tree.root)
  }
}
