import Licensing
import Postgres

/// The columns of `apps a`.
enum AppColumns {
  static let all = """
    a.id AS a_id, a.name AS a_name, a.bundle_id AS a_bundle_id, a.settings AS a_settings,
    a.features AS a_features, a.version AS a_version, a.created_at AS a_created_at,
    a.client_key AS a_client_key, a.client_key_master AS a_client_key_master,
    a.old_client_key AS a_old_client_key, a.old_client_key_master AS a_old_client_key_master,
    a.old_client_key_ends_at AS a_old_client_key_ends_at
    """
}

extension App {
  init(_ row: PostgresRow) throws(PostgresError) {
    self.init(
      id: try row.id("a_id"), name: try row.text("a_name"),
      bundleID: try row.optionalText("a_bundle_id"),
      settings: StoredSettings.read(try row.text("a_settings")),
      features: Features(json: try row.text("a_features")), version: try row.int("a_version"),
      createdAt: try row.timestamp("a_created_at"))
  }
}

extension AppRecord {
  init(_ row: PostgresRow, _ vault: ClientKeyVault) throws(PostgresError) {
    let app = try App(row)
    var keys: [ClientKey] = []
    let current = ClientKeyVault.Sealed(
      bytes: try row.bytes("a_client_key"),
      masterKeyNumber: try row.number("a_client_key_master"))
    if let secret = vault.open(current, of: app.id) {
      keys.append(ClientKey(secret: secret, endsAt: nil))
    }
    if let old = try Self.oldKey(row, of: app.id, vault) { keys.append(old) }
    self.init(app: app, clientKeys: keys)
  }

  private static func oldKey(
    _ row: PostgresRow, of app: AppID, _ vault: ClientKeyVault
  ) throws(PostgresError) -> ClientKey? {
    guard let endsAt = try row.optionalTimestamp("a_old_client_key_ends_at") else { return nil }
    let sealed = ClientKeyVault.Sealed(
      bytes: try row.bytes("a_old_client_key"),
      masterKeyNumber: try row.number("a_old_client_key_master"))
    return vault.open(sealed, of: app).map { ClientKey(secret: $0, endsAt: endsAt) }
  }
}
