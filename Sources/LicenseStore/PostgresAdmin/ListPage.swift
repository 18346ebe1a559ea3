/// A page of a list, and how many rows the whole filter has.
public struct ListPage<Item: Sendable>: Sendable {
  public var items: [Item]
  /// Where the next page starts; `nil` on the last.
  public var end: ListPosition?
  public var total: Int

  public init(items: [Item], end: ListPosition?, total: Int) {
    self.items = items
    self.end = end
    self.total = total
  }

  public func map<Other: Sendable>(_ transform: (Item) -> Other) -> ListPage<Other> {
    ListPage<Other>(items: items.map(transform), end: end, total: total)
  }
}
