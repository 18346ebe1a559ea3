/// Compares the rows that seals cover with those that are there, both in the order of seals. A
/// value; finds the first difference.
struct SealedRowComparison {
  /// What was sealed, with the sequence of the seal.
  let sealed: [(row: SealedRow, seal: Int64)]
  let found: [SealedRow]

  enum Difference: Hashable {
    case changed(SealedRow, was: SealedRow, seal: Int64)
    case missing(SealedRow, seal: Int64)
    case added(SealedRow, seal: Int64)
  }

  var first: Difference? {
    let there = Dictionary(found.map { ($0.position.logID, $0) }) { first, _ in first }
    let known = Set(sealed.map { $0.row.position.logID })
    var rest = found[...]
    for (row, seal) in sealed {
      if let next = rest.first, !known.contains(next.position.logID), next.position < row.position {
        return .added(next, seal: seal)
      }
      guard let next = there[row.position.logID] else { return .missing(row, seal: seal) }
      if next != row { return .changed(next, was: row, seal: seal) }
      if rest.first == next { rest = rest.dropFirst() }
    }
    return rest.first.map { .added($0, seal: sealed.last?.seal ?? 0) }
  }
}
