import Cryptography
import Instants
import JSON
import Licensing
import Postgres

/// Apps, for operators.
extension PostgresStore {
  public func appRecord(_ id: AppID) throws(StoreError) -> AppRecord? {
    try onApps { (apps) throws(PostgresError) in try apps.find(id) }
  }

  public func appPage(
    boundTo appID: AppID?, after position: ListPosition?, limit: Int
  ) throws(StoreError) -> ListPage<App> {
    try onApps { (apps) throws(PostgresError) in
      try apps.list(boundTo: appID, after: position, limit: limit)
    }
  }

  /// Makes the app and its client key, which is read back by `appRecord`.
  public func createApp(
    _ app: App, _ context: WriteContext
  ) throws(StoreError) -> WriteOutcome<App> {
    let key = newKey(for: app.id)
    return try writeApps(context) { (apps) throws(PostgresError) in
      try apps.create(app, key, context)
    }
  }

  /// `decide` gives the app as it is to be, or `nil` for a change of nothing.
  public func changeApp(
    _ id: AppID, _ context: WriteContext, detail: JSONObject, _ decide: (App) -> App?
  ) throws(StoreError) -> WriteOutcome<App> {
    try writeApps(context) { (apps) throws(PostgresError) in
      try apps.change(id, context, detail: detail, decide)
    }
  }

  /// Makes a new client key, read back by `appRecord`; the one before serves until `oldEndsAt`.
  public func rotateKey(
    of id: AppID, oldEndsAt: Timestamp, _ context: WriteContext
  ) throws(StoreError) -> WriteOutcome<App> {
    let key = newKey(for: id)
    return try writeApps(context) { (apps) throws(PostgresError) in
      try apps.rotateKey(of: id, to: key, oldEndsAt: oldEndsAt, context)
    }
  }

  private func newKey(for app: AppID) -> ClientKeyVault.Sealed {
    do {
      return try ClientKeyVault(keys: keys).seal(ClientKeySecret.generate(), for: app)
    } catch {
      preconditionFailure("sealing fails only for want of memory")
    }
  }

  private func onApps<Value>(
    _ body: (AppRepository) throws(PostgresError) -> Value
  ) throws(StoreError) -> Value {
    try run { (connection) throws(PostgresError) in
      try body(AppRepository(connection: connection, vault: ClientKeyVault(keys: keys)))
    }
  }

  private func writeApps(
    _ context: WriteContext,
    _ body: (AppRepository) throws(PostgresError) -> Result<Written<App>, WriteRefusal>
  ) throws(StoreError) -> WriteOutcome<App> {
    try run { (connection) throws(PostgresError) in
      try AdminTransaction.run(connection, context) { (connection) throws(PostgresError) in
        try body(AppRepository(connection: connection, vault: ClientKeyVault(keys: keys)))
      }
    }
  }
}
