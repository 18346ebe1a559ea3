/// The checking side of `MerkleTree`.
public enum MerklePath {
  /// The root that a leaf and its path lead to (RFC 9162 section 2.1.3.2); `nil` unless `index` is
  /// below `size` and the path has exactly the length that these two ask for.
  public static func root(
    ofLeaf leaf: [UInt8], index: Int, size: Int, path: [[UInt8]]
  ) -> [UInt8]? {
    guard index >= 0, index < size else { return nil }
    var node = index
    var last = size - 1
    var root = MerkleTree.hash(ofLeaf: leaf)
    for neighbour in path {
      guard last > 0, neighbour.count == SHA256.byteCount else { return nil }
      if node & 1 == 1 || node == last {
        root = MerkleTree.hash(of: neighbour[...], root[...])
        // The last of an odd level has no neighbour there: it meets one further up.
        while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        root = MerkleTree.hash(of: root[...], neighbour[...])
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 ? root : nil
  }
}
