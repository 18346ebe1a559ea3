import Instants
import Licensing
import Postgres

/// Ends bindings. Their versions rise, so that no older value in Redis counts any more.
enum UnbindStatement {
  /// Of one device, or with `nil` of all that the licence has; answers the bindings' ids.
  ///
  /// - Parameter operatorName: `nil` where the device gives its seat back itself.
  static func make(
    _ device: DeviceID?, of license: LicenseID, by operatorName: String?, at now: Timestamp
  ) -> PostgresStatement {
    PostgresStatement(
      """
      WITH held AS (
        SELECT id FROM device_bindings
        WHERE license_id = $1 AND unbound_at IS NULL AND ($2::text IS NULL OR device_id = $2)
        ORDER BY id FOR UPDATE)
      UPDATE device_bindings b SET unbound_at = $3, unbound_by = $4, version = b.version + 1
      FROM held WHERE b.id = held.id RETURNING b.id AS b_id
      """,
      [.id(license), .text(device?.text), .timestamp(now), .text(operatorName)])
  }
}
