import Licensing
import Postgres

/// The columns of `device_bindings b`.
enum BindingColumns {
  static let all = """
    b.id AS b_id, b.license_id AS b_license_id, b.device_id AS b_device_id, b.name AS b_name,
    b.model AS b_model, b.system_version AS b_system_version, b.is_simulator AS b_is_simulator,
    b.is_jailbroken AS b_is_jailbroken, b.first_seen_at AS b_first_seen_at,
    b.last_seen_at AS b_last_seen_at, b.unbound_at AS b_unbound_at, b.rekeyed_at AS b_rekeyed_at,
    b.version AS b_version
    """
}

extension Binding {
  init(_ row: PostgresRow) throws(PostgresError) {
    let device = DeviceDescription(
      name: try row.optionalText("b_name"), model: try row.optionalText("b_model"),
      systemVersion: try row.optionalText("b_system_version"),
      isSimulator: try row.optionalBool("b_is_simulator"),
      isJailbroken: try row.optionalBool("b_is_jailbroken"))
    self.init(
      id: try row.id("b_id"), licenseID: try row.id("b_license_id"),
      deviceID: DeviceID(text: try row.text("b_device_id")), device: device,
      firstSeenAt: try row.timestamp("b_first_seen_at"),
      lastSeenAt: try row.timestamp("b_last_seen_at"),
      unboundAt: try row.optionalTimestamp("b_unbound_at"),
      rekeyedAt: try row.optionalTimestamp("b_rekeyed_at"), version: try row.int("b_version"))
  }
}
