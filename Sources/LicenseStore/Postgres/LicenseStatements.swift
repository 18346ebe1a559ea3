import Licensing
import Postgres

/// The ways in which a licence is written: always whole, always sealed.
enum LicenseStatements {
  /// One new licence. A code that exists already makes no row (`affectedRowCount` 0).
  static func insert(
    _ license: License, createdBy: String?, _ keys: MasterKeys
  ) -> PostgresStatement {
    let seal = RowSeal(for: license, keys)
    return PostgresStatement(
      """
      INSERT INTO licenses (id, app_id, code, plan, duration_days, expires_at, allow_devices,
        activated_at, disabled_at, disabled_reason, features, remark, order_id, version, row_mac,
        row_mac_key, created_at, created_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
      ON CONFLICT (code) DO NOTHING
      """,
      [
        .id(license.id), .id(license.appID), .text(license.code.canonical),
        .text(license.plan.rawValue), .int(license.durationDays), .timestamp(license.expiresAt),
        .int(license.allowDevices), .timestamp(license.activatedAt),
        .timestamp(license.disabledAt), .text(license.disabledReason),
        .text(license.features.json), .text(license.remark), .text(license.orderID),
        .int(license.version), .bytes(seal.mac), .int(seal.keyNumber),
        .timestamp(license.createdAt), .text(createdBy),
      ])
  }

  /// A changed licence, whose version is already raised by one; touches nothing (and so has an
  /// `affectedRowCount` of 0) where the row's version is not the one before.
  static func update(_ license: License, _ keys: MasterKeys) -> PostgresStatement {
    let seal = RowSeal(for: license, keys)
    return PostgresStatement(
      """
      UPDATE licenses SET plan = $2, duration_days = $3, expires_at = $4, allow_devices = $5,
        activated_at = $6, disabled_at = $7, disabled_reason = $8, features = $9, remark = $10,
        order_id = $11, version = $12::bigint, row_mac = $13, row_mac_key = $14
      WHERE id = $1 AND version = $12::bigint - 1
      """,
      [
        .id(license.id), .text(license.plan.rawValue), .int(license.durationDays),
        .timestamp(license.expiresAt), .int(license.allowDevices),
        .timestamp(license.activatedAt), .timestamp(license.disabledAt),
        .text(license.disabledReason), .text(license.features.json), .text(license.remark),
        .text(license.orderID), .int(license.version), .bytes(seal.mac), .int(seal.keyNumber),
      ])
  }
}
