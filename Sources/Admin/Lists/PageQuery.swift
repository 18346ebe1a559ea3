import LicenseStore
import Problems
import ServiceAPI

/// The parameters of a list that has one order and no filter.
struct PageQuery: Equatable {
  var limit: Int
  var position: ListPosition?
  private var scope: String

  /// `scope` names the list, so that a cursor of another is refused.
  static func read(_ target: RequestTarget, scope: String) throws(Problem) -> PageQuery {
    let parameters = try QueryReader(target)
    let limit = try parameters.integer("limit", ListLimits.pageSizes)
    let position = try parameters.cursor { text in
      guard let cursor = ListCursor(text: text, scope: scope) else { return nil }
      guard case .instant = cursor.position.key else { return nil }
      return cursor.position
    }
    return PageQuery(
      limit: limit ?? ListLimits.defaultPageSize, position: position, scope: scope)
  }

  /// The cursor behind a page that ended at `position`.
  func cursor(at position: ListPosition) -> String {
    ListCursor(position).text(scope: scope)
  }
}
