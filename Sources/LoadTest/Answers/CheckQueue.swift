/// Answers that wait for their full check, so that checking does not delay the reading of others
/// while there is room; bounded.
struct CheckQueue {
  struct Item {
    let kind: RequestKind
    let body: [UInt8]
    let expected: Expectation
  }

  /// A few KiB each.
  static let limit = 8192

  private var items: [Item] = []

  var isFull: Bool { items.count >= Self.limit }

  mutating func append(_ item: Item) { items.append(item) }

  mutating func takeLast() -> Item? { items.popLast() }
}
