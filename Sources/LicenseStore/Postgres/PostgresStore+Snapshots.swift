import Licensing
import Postgres

extension PostgresStore {
  private static let snapshots = """
    SELECT \(BindingColumns.all), \(TokenColumns.all), \(LicenseColumns.all)
    FROM device_bindings b
    JOIN access_tokens t ON t.binding_id = b.id
    JOIN licenses l ON l.id = b.license_id
    WHERE b.id = ANY($1::bigint[])
    """

  /// The bindings among `ids` that exist, unbound ones too, by one query.
  public func snapshots(
    of ids: [BindingID]
  ) throws(StoreError) -> [BindingID: BindingSnapshot] {
    guard !ids.isEmpty else { return [:] }
    return try run { (connection) throws(PostgresError) in
      var snapshots: [BindingID: BindingSnapshot] = [:]
      for row in try connection.run(Self.snapshots, [.ids(ids)]) {
        let snapshot = try snapshot(row)
        snapshots[snapshot.binding.id] = snapshot
      }
      return snapshots
    }
  }

  private func snapshot(_ row: PostgresRow) throws(PostgresError) -> BindingSnapshot {
    let license = try LicenseRow(row)
    return BindingSnapshot(
      binding: try Binding(row), token: try TokenState(row), license: license.license,
      isTampered: license.isTampered(keys))
  }
}
