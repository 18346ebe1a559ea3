import Cryptography

/// The tree of RFC 9162 section 2.1.1, built as its definition says: by halves.
struct SmallTree {
  private let entries: [[UInt8]]

  init(_ entries: [[UInt8]]) { self.entries = entries }

  var root: [UInt8] { root(entries[...]) }

  /// Section 2.1.3.1.
  func path(to index: Int) -> [[UInt8]] { path(to: index, entries[...]) }

  private func root(_ part: ArraySlice<[UInt8]>) -> [UInt8] {
    if part.count == 1 { return SHA256.hash([0] + part[part.startIndex]) }
    let middle = part.startIndex + split(part.count)
    return SHA256.hash([1] + root(part[..<middle]) + root(part[middle...]))
  }

  private func path(to index: Int, _ part: ArraySlice<[UInt8]>) -> [[UInt8]] {
    guard part.count > 1 else { return [] }
    let middle = part.startIndex + split(part.count)
    if part.startIndex + index < middle {
      return path(to: index, part[..<middle]) + [root(part[middle...])]
    }
    let rest = index - (middle - part.startIndex)
    return path(to: rest, part[middle...]) + [root(part[..<middle])]
  }

  /// The greatest power of two below `count`.
  private func split(_ count: Int) -> Int {
    var power = 1
    while power * 2 < count { power *= 2 }
    return power
  }
}
