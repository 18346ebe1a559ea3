import Licensing
import Postgres

/// The statements of a deactivation that no other call has.
enum DeactivationStatements {
  /// The licence, locked to the commit, with its app: what devices may do is read as it is now.
  static func license(_ id: LicenseID) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT \(LicenseColumns.all), \(AppColumns.all)
      FROM licenses l JOIN apps a ON a.id = l.app_id WHERE l.id = $1 FOR NO KEY UPDATE OF l
      """, [.id(id)])
  }

  /// A statement of its own behind the lock, as for activations.
  static func seatsUsed(of id: LicenseID) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT count(*) AS used FROM device_bindings b
      WHERE b.unbound_at IS NULL AND b.license_id = $1
      """, [.id(id)])
  }

  /// When the licence's last but `count - 1` seat was given back; no row: there were not so many.
  static func returned(by id: LicenseID, last count: Int) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT b.unbound_at FROM device_bindings b
      WHERE b.license_id = $1 AND \(isGivenBack)
      ORDER BY b.unbound_at DESC OFFSET $2 LIMIT 1
      """, [.id(id), .int(count - 1)])
  }

  /// Whether the device did it itself: operators leave their name.
  static let isGivenBack = "(b.unbound_at IS NOT NULL AND b.unbound_by IS NULL)"
}
