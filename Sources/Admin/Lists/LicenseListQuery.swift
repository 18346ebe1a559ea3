import Instants
import LicenseStore
import Licensing
import Problems
import ServiceAPI

/// The parameters of `GET /admin/v1/licenses`.
struct LicenseListQuery: Equatable {
  var filter: LicenseFilter
  var sort: LicenseSort
  var limit: Int
  var position: ListPosition?

  static func read(_ target: RequestTarget, boundTo appID: AppID?) throws(Problem)
    -> LicenseListQuery
  {
    let parameters = try QueryReader(target)
    let filter = try readFilter(parameters, boundTo: appID)
    let sort = try parameters.value("sort", sorts) { LicenseSort(text: $0) } ?? .newestFirst
    let limit = try parameters.integer("limit", ListLimits.pageSizes)
    let query = LicenseListQuery(
      filter: filter, sort: sort, limit: limit ?? ListLimits.defaultPageSize, position: nil)
    return try query.placed(by: parameters)
  }

  private static let sorts =
    LicenseSort.Key.allCases.map(\.rawValue).joined(separator: ", ")
    + ", with - before it for descending"

  /// The cursor behind a page that ended at `position`.
  func cursor(at position: ListPosition) -> String {
    ListCursor(position).text(scope: scope)
  }

  private func placed(by parameters: QueryReader) throws(Problem) -> LicenseListQuery {
    var placed = self
    placed.position = try parameters.cursor { text in
      guard let cursor = ListCursor(text: text, scope: scope) else { return nil }
      return cursor.position.fits(sort.key) ? cursor.position : nil
    }
    return placed
  }

  private static func readFilter(_ parameters: QueryReader, boundTo appID: AppID?)
    throws(Problem) -> LicenseFilter
  {
    var filter = LicenseFilter()
    filter.boundAppID = appID
    filter.app =
      try parameters.value("app_id", "the id of an app") {
        AppID(text: $0).map(AppFilter.only) ?? .unknown
      } ?? .all
    filter.status = try parameters.choice("status", LicenseStatusFilter.self)
    filter.plan = try parameters.choice("plan", Plan.self)
    filter.search = try parameters.text("q", ListLimits.searchLengths).map(
      LicenseSearch.init(typed:))
    filter.expiresBefore = try parameters.instant("expires_before")
    return filter
  }

  /// Filter and sort in words: two lists with the same words are the same list.
  private var scope: String {
    let search = filter.search.map { "\($0.folded.utf8.count):\($0.folded)" }
    let parts: [String?] = [
      "licenses", filter.app.scope, filter.boundAppID?.description, filter.status?.rawValue,
      filter.plan?.rawValue, filter.expiresBefore.map { String($0.secondsSinceEpoch) }, sort.text,
      search,
    ]
    return parts.map { $0 ?? "-" }.joined(separator: "\n")
  }
}

extension AppFilter {
  fileprivate var scope: String {
    switch self {
    case .all: "-"
    case .only(let appID): appID.description
    case .unknown: "?"
    }
  }
}

extension ListPosition {
  /// A key of the kind that rows sorted by `key` have; the two that may be null allow none as well.
  fileprivate func fits(_ sortKey: LicenseSort.Key) -> Bool {
    switch (sortKey, key) {
    case (.code, .text), (.createdAt, .instant): true
    case (.activatedAt, .instant), (.expiresAt, .instant): true
    case (.activatedAt, .none), (.expiresAt, .none): true
    default: false
    }
  }
}

extension LicenseSearch {
  init(typed text: String) {
    self.init(folded: text.foldingASCIICase, codePart: LicenseCode.searchForm(of: text))
  }
}

extension String {
  /// A–Z as a–z; all else as it is.
  var foldingASCIICase: String {
    let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return String(decoding: utf8.map { upper.contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
