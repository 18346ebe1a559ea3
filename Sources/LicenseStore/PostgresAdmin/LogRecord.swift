import Instants
import JSON
import Licensing
import Postgres

/// A log row to be written in the transaction of the change that it describes.
struct LogRecord {
  var at: Timestamp
  var operatorName: String?
  var action: LogAction
  var target: LogTarget
  /// The app that the target belongs to; `nil` for an operator key of all apps.
  var appID: AppID?
  var code: LicenseCode?
  var detail: JSONObject = [:]
  var address: String?
  var requestID: RequestID?

  var statement: PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO action_logs
        (at, operator, action, app_id, target_kind, target_id, target_code, detail, address,
         request_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8::json, $9, $10)
      """,
      [
        .timestamp(at), .text(operatorName), .text(action.rawValue), .id(appID),
        .text(target.kind), .int(target.rawID), .text(code?.canonical),
        .text(JSONValue.object(detail).compactText), .text(address), .bytes(requestID?.bytes),
      ])
  }
}

extension LogTarget {
  var kind: String {
    switch self {
    case .app: "app"
    case .license: "license"
    case .key: "key"
    case .unknown: preconditionFailure("a log row speaks of something")
    }
  }

  var rawID: Int64 {
    switch self {
    case .app(let id): Int64(bitPattern: id.rawValue)
    case .license(let id): Int64(bitPattern: id.rawValue)
    case .key(let id): Int64(bitPattern: id.rawValue)
    case .unknown: preconditionFailure("a log row speaks of something")
    }
  }

  init?(kind: String, rawID: Int64) {
    let bits = UInt64(bitPattern: rawID)
    switch kind {
    case "app": self = .app(AppID(rawValue: bits))
    case "license": self = .license(LicenseID(rawValue: bits))
    case "key": self = .key(OperatorKeyID(rawValue: bits))
    default: return nil
    }
  }
}
