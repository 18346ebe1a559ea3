import Licensing
import Postgres

/// The one builder of statements over the log: page and count choose rows by the same conditions.
struct LogListStatement {
  private var conditions = SQLConditions()

  init(_ filter: LogFilter) {
    if let appID = filter.boundAppID {
      conditions.require("app_id = \(conditions.bind(.id(appID)))")
    }
    if let target = filter.target { choose(target) }
    if let name = filter.operatorName {
      conditions.require("operator = \(conditions.bind(.text(name)))")
    }
    if let action = filter.action {
      conditions.require("action = \(conditions.bind(.text(action.rawValue)))")
    }
  }

  func count() -> PostgresStatement {
    PostgresStatement(
      "SELECT count(*) AS total FROM action_logs \(conditions.clause)", conditions.values)
  }

  /// Newest first. Ids rise in the order of writing.
  func page(after position: ListPosition?, limit: Int) -> PostgresStatement {
    var chosen = conditions
    if let position {
      chosen.require("id < \(chosen.bind(.int(Int64(bitPattern: position.id))))")
    }
    let limit = chosen.bind(.int(limit))
    return PostgresStatement(
      """
      SELECT id, at, operator, action, target_kind, target_id, detail, address, request_id
      FROM action_logs \(chosen.clause) ORDER BY id DESC LIMIT \(limit)
      """, chosen.values)
  }

  private mutating func choose(_ target: LogTarget) {
    guard target != .unknown else { return conditions.require("false") }
    let id = conditions.bind(.int(target.rawID))
    conditions.require("target_id = \(id)")
    conditions.require("target_kind = \(conditions.bind(.text(target.kind)))")
  }
}

extension LogEntry {
  init(_ row: PostgresRow) throws(PostgresError) {
    let kind = try row.text("target_kind")
    let target = LogTarget(kind: kind, rawID: try row.int("target_id"))
    let requestID = try row.optionalBytes("request_id").flatMap { RequestID(bytes: $0) }
    self.init(
      id: try row.int("id"), at: try row.timestamp("at"),
      operatorName: try row.optionalText("operator"), action: try row.text("action"),
      target: target?.description ?? kind, detail: try row.text("detail"),
      address: try row.optionalText("address"), requestID: requestID?.description)
  }
}
