import Licensing
import Postgres

/// How far master keys open what a database holds.
public struct MasterKeyFit: Hashable, Sendable {
  /// Licences that are looked at where no app tells, the newest first.
  static let licenseLimit = 100

  public var apps = 0
  /// Whose client key cannot be opened.
  public var unopenableApps = 0
  /// Whether one of the newest licences is as a key wrote it; looked at where no app can be opened.
  public var hasGenuineLicense = false

  public init(apps: Int = 0, unopenableApps: Int = 0, hasGenuineLicense: Bool = false) {
    self.apps = apps
    self.unopenableApps = unopenableApps
    self.hasGenuineLicense = hasGenuineLicense
  }

  /// Nothing that is there was sealed by these keys. Single rows that cannot be opened may be
  /// somebody's doing, and are no reason to think so.
  public var isForeign: Bool { apps > 0 && unopenableApps == apps && !hasGenuineLicense }

  public static func read(
    _ connection: PostgresConnection, keys: MasterKeys
  ) throws(PostgresError) -> MasterKeyFit {
    var fit = MasterKeyFit()
    let vault = ClientKeyVault(keys: keys)
    for row in try connection.run("SELECT id, client_key, client_key_master FROM apps") {
      let sealed = ClientKeyVault.Sealed(
        bytes: try row.bytes("client_key"),
        masterKeyNumber: try row.number("client_key_master"))
      fit.apps += 1
      if vault.open(sealed, of: try row.id("id")) == nil { fit.unopenableApps += 1 }
    }
    if fit.isForeign { fit.hasGenuineLicense = try anyGenuine(connection, keys) }
    return fit
  }

  private static func anyGenuine(
    _ connection: PostgresConnection, _ keys: MasterKeys
  ) throws(PostgresError) -> Bool {
    let rows = try connection.run(
      "SELECT \(LicenseColumns.all) FROM licenses l ORDER BY l.created_at DESC LIMIT $1",
      [.int(licenseLimit)])
    for row in rows where try !LicenseRow(row).isTampered(keys) { return true }
    return false
  }
}
