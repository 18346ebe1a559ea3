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
  /// A page ends before its items cost more than `budget`, for an answer travels in one frame; the
  /// first item is always there.
  init(
    _ rows: [Item], limit: Int, total: Int, budget: Int = .max, cost: (Item) -> Int = { _ in 0 },
    position: (Item) -> ListPosition
  ) {
    var left = budget
    let items = rows.prefix(limit).enumerated().prefix { place, item in
      left -= cost(item)
      return place == 0 || left >= 0
    }
    let shown = items.map(\.element)
    let end = rows.count > shown.count ? shown.last.map(position) : nil
    self.init(items: shown, end: end, total: total)
  }
}
