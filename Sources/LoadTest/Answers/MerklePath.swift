import Cryptography

/// The root of a tree as RFC 9162 section 2.1 makes it, from a leaf and its path.
enum MerklePath {
  static let nodeByteCount = 32

  static func leaf(_ entry: [UInt8]) -> [UInt8] { SHA256.hash([0] + entry) }

  static func node(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    SHA256.hash([1] + left + right)
  }

  /// Section 2.1.3.2. `nil`: the index is not below the size, or the path has not exactly the length
  /// that they ask for.
  static func root(leaf: [UInt8], index: Int, size: Int, path: [[UInt8]]) -> [UInt8]? {
    guard index >= 0, index < size else { return nil }
    var place = index
    var last = size - 1
    var root = leaf
    for sibling in path {
      if last == 0 { return nil }
      if place & 1 == 1 || place == last {
        root = node(sibling, root)
        // A node at the right edge without a partner rose by itself.
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        root = node(root, sibling)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 ? root : nil
  }
}
