import LicenseStore
import Licensing
import Problems
import ServiceAPI

/// The parameters of `GET /admin/v1/logs`; newest first.
struct LogListQuery: Equatable {
  var filter: LogFilter
  var limit: Int
  var position: ListPosition?

  static func read(_ target: RequestTarget, boundTo appID: AppID?) throws(Problem) -> LogListQuery {
    let parameters = try QueryReader(target)
    var filter = LogFilter()
    filter.boundAppID = appID
    filter.target = try parameters.value("target", "an id") { LogTarget(text: $0) ?? .unknown }
    filter.operatorName = try parameters.text("operator", ListLimits.nameLengths)
    filter.action = try parameters.choice("action", LogAction.self)
    let limit = try parameters.integer("limit", ListLimits.pageSizes)
    var query = LogListQuery(
      filter: filter, limit: limit ?? ListLimits.defaultPageSize, position: nil)
    query.position = try query.position(by: parameters)
    return query
  }

  /// The cursor behind a page that ended at `position`.
  func cursor(at position: ListPosition) -> String {
    ListCursor(position).text(scope: scope)
  }

  private func position(by parameters: QueryReader) throws(Problem) -> ListPosition? {
    try parameters.cursor { text in
      guard let cursor = ListCursor(text: text, scope: scope) else { return nil }
      return cursor.position.key == .none ? cursor.position : nil
    }
  }

  private var scope: String {
    let parts: [String?] = [
      "logs", filter.boundAppID?.description, filter.target?.description, filter.action?.rawValue,
      filter.operatorName,
    ]
    return parts.map { $0 ?? "-" }.joined(separator: "\n")
  }
}
