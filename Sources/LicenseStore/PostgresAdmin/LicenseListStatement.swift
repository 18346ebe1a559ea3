import Instants
import Licensing
import Postgres

/// The one builder of statements over lists of licences: what a page shows, and what `total`
/// counts, are chosen by the same conditions.
struct LicenseListStatement {
  private var conditions = SQLConditions()

  init(_ filter: LicenseFilter, now: Timestamp) {
    chooseApp(filter)
    if let status = filter.status { choose(status, now) }
    if let plan = filter.plan {
      conditions.require("l.plan = \(conditions.bind(.text(plan.rawValue)))")
    }
    if let instant = filter.expiresBefore {
      conditions.require("l.expires_at < \(conditions.bind(.timestamp(instant)))")
    }
    if let search = filter.search { choose(search) }
  }

  /// All rows of the filter.
  func count() -> PostgresStatement {
    PostgresStatement(
      "SELECT count(*) AS total FROM licenses l \(conditions.clause)", conditions.values)
  }

  /// At most `limit` rows that follow `position`.
  func page(_ sort: LicenseSort, after position: ListPosition?, limit: Int) -> PostgresStatement {
    var chosen = conditions
    if let position { chosen.require(Self.follows(position, sort, &chosen)) }
    let limit = chosen.bind(.int(limit))
    return PostgresStatement(
      """
      SELECT \(LicenseRepository.columns) FROM licenses l \(chosen.clause)
      ORDER BY \(Self.order(sort)) LIMIT \(limit)
      """, chosen.values)
  }

  private mutating func chooseApp(_ filter: LicenseFilter) {
    if let appID = filter.boundAppID {
      conditions.require("l.app_id = \(conditions.bind(.id(appID)))")
    }
    switch filter.app {
    case .all: break
    case .only(let appID): conditions.require("l.app_id = \(conditions.bind(.id(appID)))")
    case .unknown: conditions.require("false")
    }
  }

  /// The same order as `LicenseState`: disabled, expired, unactivated, active.
  private mutating func choose(_ status: LicenseStatusFilter, _ now: Timestamp) {
    guard status != .disabled else { return conditions.require("l.disabled_at IS NOT NULL") }
    conditions.require("l.disabled_at IS NULL")
    let instant = conditions.bind(.timestamp(now))
    switch status {
    case .disabled: break
    case .expired: conditions.require("l.expires_at <= \(instant)")
    case .active:
      conditions.require("l.activated_at IS NOT NULL")
      conditions.require("(l.expires_at IS NULL OR l.expires_at > \(instant))")
    case .unactivated:
      conditions.require("l.activated_at IS NULL")
      conditions.require("(l.expires_at IS NULL OR l.expires_at > \(instant))")
    }
  }

  /// `strpos` knows no wildcard, so that `%` and `_` are what they are; the collation "C" lowers
  /// ASCII letters only.
  private mutating func choose(_ search: LicenseSearch) {
    let text = conditions.bind(.text(search.folded))
    var ways = [
      "strpos(lower(l.remark COLLATE \"C\"), \(text)) > 0",
      "strpos(lower(l.order_id COLLATE \"C\"), \(text)) > 0",
      """
      EXISTS (SELECT 1 FROM device_bindings b WHERE b.license_id = l.id AND b.unbound_at IS NULL
        AND strpos(lower(b.device_id COLLATE "C"), \(text)) > 0)
      """,
    ]
    if let part = search.codePart {
      ways.append("strpos(l.code, \(conditions.bind(.text(part)))) > 0")
    }
    conditions.require("(" + ways.joined(separator: " OR ") + ")")
  }

  /// Rows without the key stand last in either direction.
  private static func follows(
    _ position: ListPosition, _ sort: LicenseSort, _ chosen: inout SQLConditions
  ) -> String {
    let comparison = sort.isDescending ? "<" : ">"
    let id = chosen.bind(.int(Int64(bitPattern: position.id)))
    let key: String
    switch position.key {
    case .none: return "l.\(sort.key.rawValue) IS NULL AND l.id \(comparison) \(id)"
    case .instant(let instant): key = chosen.bind(.timestamp(instant))
    case .text(let text): key = chosen.bind(.text(text))
    }
    let row = "(\(expression(sort.key)), l.id) \(comparison) (\(key), \(id))"
    return sort.key.mayBeNull ? "(\(row) OR l.\(sort.key.rawValue) IS NULL)" : row
  }

  private static func order(_ sort: LicenseSort) -> String {
    let direction = sort.isDescending ? "DESC" : "ASC"
    let nulls = sort.key.mayBeNull ? " NULLS LAST" : ""
    return "\(expression(sort.key)) \(direction)\(nulls), l.id \(direction)"
  }

  private static func expression(_ key: LicenseSort.Key) -> String {
    "l.\(key.rawValue)"
  }
}

extension LicenseSort.Key {
  fileprivate var mayBeNull: Bool { self == .activatedAt || self == .expiresAt }
}

extension LicenseSort {
  /// Where a page that ends with `license` ends.
  func position(of license: License) -> ListPosition {
    ListPosition(key: key(of: license), id: license.id.rawValue)
  }

  private func key(of license: License) -> ListPosition.Key {
    switch key {
    case .createdAt: .instant(license.createdAt)
    case .activatedAt: license.activatedAt.map(ListPosition.Key.instant) ?? .none
    case .expiresAt: license.expiresAt.map(ListPosition.Key.instant) ?? .none
    case .code: .text(license.code.canonical)
    }
  }
}
