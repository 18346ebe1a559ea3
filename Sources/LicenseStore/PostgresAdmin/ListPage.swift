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

  /// From one row more than the page may hold: whether there is one, says whether there is more.
  init(_ rows: [Item], limit: Int, total: Int, position: (Item) -> ListPosition) {
    let items = Array(rows.prefix(limit))
    let end = rows.count > limit ? items.last.map(position) : nil
    self.init(items: items, end: end, total: total)
  }
}
