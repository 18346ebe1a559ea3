import Cryptography
import Encodings
import Instants
import JSON
import Licensing
import Postgres

/// Apps, as operators read and change them.
struct AppRepository {
  let connection: PostgresConnection
  let vault: ClientKeyVault

  private static let newestFirst = InstantOrder(
    table: "apps a", columns: AppColumns.all, instant: "a.created_at", id: "a.id",
    isDescending: true)

  // MARK: Reading

  func find(_ id: AppID) throws(PostgresError) -> AppRecord? {
    let rows = try connection.run(
      "SELECT \(AppColumns.all) FROM apps a WHERE a.id = $1", [.id(id)])
    return try records(rows).first
  }

  /// The newest first.
  func list(
    boundTo appID: AppID?, after position: ListPosition?, limit: Int
  ) throws(PostgresError) -> ListPage<App> {
    var conditions = SQLConditions()
    if let appID { conditions.require("a.id = \(conditions.bind(.id(appID)))") }
    let (rows, total) = try Self.newestFirst.read(
      conditions, after: position, limit: limit, connection)
    return ListPage(try records(rows).map(\.app), limit: limit, total: total) {
      ListPosition(key: .instant($0.createdAt), id: $0.id.rawValue)
    }
  }

  private func records(_ rows: PostgresRows) throws(PostgresError) -> [AppRecord] {
    var records: [AppRecord] = []
    for row in rows { records.append(try AppRecord(row, vault)) }
    return records
  }

  // MARK: Changing

  func create(
    _ app: App, _ key: ClientKeyVault.Sealed, _ context: WriteContext
  ) throws(PostgresError) -> Result<Written<App>, WriteRefusal> {
    try connection.run(
      """
      INSERT INTO apps (id, name, bundle_id, settings, features, client_key, client_key_master,
        version, created_at)
      VALUES ($1, $2, $3, $4::json, $5::json, $6, $7, $8, $9)
      """,
      [
        .id(app.id), .text(app.name), .text(app.bundleID), .text(StoredSettings.text(app.settings)),
        .text(app.features.json), .bytes(key.bytes), .int(Int64(key.masterKeyNumber)),
        .int(app.version), .timestamp(app.createdAt),
      ])
    return .success(written(app, context, .appCreate, ["name": .string(app.name)]))
  }

  /// Locks the app, decides, writes.
  func change(
    _ id: AppID, _ context: WriteContext, detail: JSONObject, _ decide: (App) -> App?
  ) throws(PostgresError) -> Result<Written<App>, WriteRefusal> {
    guard let app = try lock(id, context) else { return .failure(.notFound) }
    guard let changed = decide(app) else { return .success(.unchanged(app)) }
    try connection.run(
      """
      UPDATE apps SET name = $2, bundle_id = $3, settings = $4::json, features = $5::json,
        version = $6
      WHERE id = $1
      """,
      [
        .id(id), .text(changed.name), .text(changed.bundleID),
        .text(StoredSettings.text(changed.settings)), .text(changed.features.json),
        .int(changed.version),
      ])
    return .success(written(changed, context, .appUpdate, detail))
  }

  /// The key in use becomes the old one, with an end; the old one of before goes.
  func rotateKey(
    of id: AppID, to key: ClientKeyVault.Sealed, oldEndsAt: Timestamp, _ context: WriteContext
  ) throws(PostgresError) -> Result<Written<App>, WriteRefusal> {
    guard var app = try lock(id, context) else { return .failure(.notFound) }
    app.version += 1
    try connection.run(
      """
      UPDATE apps SET old_client_key = client_key, old_client_key_master = client_key_master,
        old_client_key_ends_at = $4, client_key = $2, client_key_master = $3, version = $5
      WHERE id = $1
      """,
      [
        .id(id), .bytes(key.bytes), .int(Int64(key.masterKeyNumber)), .timestamp(oldEndsAt),
        .int(app.version),
      ])
    let detail: JSONObject = ["old_key_until": .string(oldEndsAt.rfc3339)]
    return .success(written(app, context, .appRotateKey, detail))
  }

  private func lock(_ id: AppID, _ context: WriteContext) throws(PostgresError) -> App? {
    guard context.sees(id) else { return nil }
    let rows = try connection.run(
      "SELECT \(AppColumns.all) FROM apps a WHERE a.id = $1 FOR UPDATE", [.id(id)])
    return try records(rows).first?.app
  }

  private func written(
    _ app: App, _ context: WriteContext, _ action: LogAction, _ detail: JSONObject
  ) -> Written<App> {
    let log = context.author.record(action, .app(app.id), app: app.id, detail: detail)
    return Written(value: app, madeIDs: [app.id.bits], log: log, outbox: [.apps(app.id)])
  }
}

extension Written where Made == App {
  static func unchanged(_ app: App) -> Written {
    Written(value: app, madeIDs: [app.id.bits], log: nil)
  }
}
