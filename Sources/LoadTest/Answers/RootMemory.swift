/// Signatures of batches that were found good, so that each batch costs one check. Bounded: the
/// oldest goes first.
struct RootMemory {
  struct Entry: Hashable {
    let keyID: String
    let signedBytes: [UInt8]
    let signature: [UInt8]
  }

  private let limit: Int
  private var known: Set<Entry> = []
  private var order: [Entry] = []
  private var oldest = 0

  init(limit: Int = 1024) { self.limit = limit }

  func contains(_ entry: Entry) -> Bool { known.contains(entry) }

  mutating func insert(_ entry: Entry) {
    guard known.insert(entry).inserted else { return }
    if order.count < limit { return order.append(entry) }
    known.remove(order[oldest])
    order[oldest] = entry
    oldest = (oldest + 1) % limit
  }
}
