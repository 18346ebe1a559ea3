import Licensing
import Postgres

/// A licence as its row has it, with the seal that says whether the service wrote it so.
struct LicenseRow {
  let license: License
  let seal: RowSeal
  /// A plan that no version of this service has written.
  private let hasUnknownPlan: Bool

  init(_ row: PostgresRow) throws(PostgresError) {
    let plan = Plan(rawValue: try row.text("l_plan"))
    hasUnknownPlan = plan == nil
    license = License(
      id: try row.id("l_id"), appID: try row.id("l_app_id"),
      code: LicenseCode(stored: try row.text("l_code")), plan: plan ?? .trial,
      durationDays: try row.optionalInt("l_duration_days").map(Int.init),
      expiresAt: try row.optionalTimestamp("l_expires_at"),
      allowDevices: try row.optionalInt("l_allow_devices").map(Int.init),
      activatedAt: try row.optionalTimestamp("l_activated_at"),
      disabledAt: try row.optionalTimestamp("l_disabled_at"),
      disabledReason: try row.optionalText("l_disabled_reason"),
      features: Features(json: try row.text("l_features")),
      remark: try row.optionalText("l_remark"), orderID: try row.optionalText("l_order_id"),
      version: try row.int("l_version"), createdAt: try row.timestamp("l_created_at"))
    seal = RowSeal(mac: try row.bytes("l_row_mac"), keyNumber: try row.int("l_row_mac_key"))
  }

  /// Whether a covered column differs from what the service wrote.
  func isTampered(_ keys: MasterKeys) -> Bool {
    hasUnknownPlan || !seal.isGenuine(for: license, keys)
  }
}
