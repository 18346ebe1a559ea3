import Instants
import JSON
import Licensing
import Postgres

/// Licences, as operators read and change them.
struct LicenseRepository {
  /// What a page may come to in JSON; a frame of the bus holds 8 MiB.
  static let pageByteBudget = 6 << 20

  let connection: PostgresConnection
  let keys: MasterKeys

  // MARK: Reading

  func find(_ id: LicenseID) throws(PostgresError) -> LicenseRecord? {
    let rows = try connection.run(
      "SELECT \(Self.columns) FROM licenses l WHERE l.id = $1", [.id(id)])
    return try Self.records(rows).first
  }

  /// In the order of `ids`; what was deleted since is left out.
  func find(_ ids: [Int64]) throws(PostgresError) -> [LicenseRecord] {
    let rows = try connection.run(
      """
      SELECT \(Self.columns) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
      JOIN licenses l ON l.id = wanted.id ORDER BY wanted.place
      """, [.ints(ids)])
    return try Self.records(rows)
  }

  func list(
    _ filter: LicenseFilter, _ sort: LicenseSort, after position: ListPosition?, limit: Int,
    now: Timestamp
  ) throws(PostgresError) -> ListPage<LicenseRecord> {
    let statement = LicenseListStatement(filter, now: now)
    let answers = try connection.runAll([
      statement.page(sort, after: position, limit: limit + 1), statement.count(),
    ])
    let total = try answers[1].only().int("total")
    return ListPage(
      try Self.records(answers[0]), limit: limit, total: Int(total), budget: Self.pageByteBudget,
      cost: \.byteCost
    ) { sort.position(of: $0.license) }
  }

  // MARK: Changing

  /// Locks the licence, decides, writes: all under the row's lock.
  func change(
    _ id: LicenseID, _ context: WriteContext, action: LogAction, detail: JSONObject,
    ifVersion isExpected: (Int64) -> Bool, _ decide: (License) -> LicenseChange
  ) throws(PostgresError) -> Result<Written<LicenseRecord>, WriteRefusal> {
    let found = try lock(id, context)
    guard case .success(let record) = found else { return found.map(Written.unchanged) }
    guard isExpected(record.license.version) else { return .failure(.versionMismatch) }
    switch decide(record.license) {
    case .unchanged: return .success(.unchanged(record))
    case .refused(let refusal): return .failure(.notAllowed(refusal.sentence))
    case .changed(let license):
      let updated = try connection.runAll([LicenseStatements.update(license, keys)])[0]
      guard updated.affectedRowCount == 1 else { throw PostgresError(.unexpectedAnswer) }
      var changed = record
      changed.license = license
      return .success(written(changed, context, action, detail, [.license(id)]))
    }
  }

  /// Only what was never activated can go: nobody holds anything of it.
  func delete(
    _ id: LicenseID, _ context: WriteContext
  ) throws(PostgresError) -> Result<Written<LicenseRecord>, WriteRefusal> {
    let found = try lock(id, context)
    guard case .success(let record) = found else { return found.map(Written.unchanged) }
    guard record.license.activatedAt == nil else { return .failure(.wasActivated) }
    try connection.runAll([
      PostgresStatement(
        """
        DELETE FROM outbox WHERE kind = 'license' AND subject_id = $1
        """, [.id(id)]),
      PostgresStatement("DELETE FROM licenses WHERE id = $1", [.id(id)]),
    ])
    return .success(written(record, context, .licenseDelete, [:], []))
  }

  /// The licence under its row's lock, seats counted under it, once the seal was checked.
  func lock(
    _ id: LicenseID, _ context: WriteContext
  ) throws(PostgresError) -> Result<LicenseRecord, WriteRefusal> {
    let answers = try connection.runAll([
      PostgresStatement(
        "SELECT \(LicenseColumns.all) FROM licenses l WHERE l.id = $1 FOR UPDATE", [.id(id)]),
      PostgresStatement(
        """
        SELECT count(*) AS seats_used FROM device_bindings
        WHERE license_id = $1 AND unbound_at IS NULL
        """, [.id(id)]),
    ])
    guard let row = answers[0].first else { return .failure(.notFound) }
    let locked = try LicenseRow(row)
    guard context.sees(locked.license.appID) else { return .failure(.notFound) }
    guard !locked.isTampered(keys) else { return .failure(.tampered(id)) }
    let seatsUsed = try answers[1].only().int("seats_used")
    return .success(
      LicenseRecord(license: locked.license, seatsUsed: Int(seatsUsed), isDelivered: false))
  }

  func written(
    _ record: LicenseRecord, _ context: WriteContext, _ action: LogAction, _ detail: JSONObject,
    _ outbox: [OutboxRecord.Subject]
  ) -> Written<LicenseRecord> {
    let license = record.license
    let log = context.author.record(
      action, .license(license.id), app: license.appID, code: license.code, detail: detail)
    return Written(value: record, madeIDs: [license.id.bits], log: log, outbox: outbox)
  }

  // MARK: Rows

  static let columns = """
    \(LicenseColumns.all),
    (SELECT count(*) FROM device_bindings s WHERE s.license_id = l.id AND s.unbound_at IS NULL)
      AS seats_used,
    \(OutboxTable.isDelivered(license: "l.id")) AS is_delivered
    """

  private static func records(_ rows: PostgresRows) throws(PostgresError) -> [LicenseRecord] {
    var records: [LicenseRecord] = []
    for row in rows {
      records.append(
        LicenseRecord(
          license: try LicenseRow(row).license, seatsUsed: Int(try row.int("seats_used")),
          isDelivered: try row.bool("is_delivered")))
    }
    return records
  }
}

extension LicenseRecord {
  /// At most so many bytes are written for it in JSON, where a byte may become six.
  fileprivate var byteCost: Int {
    let texts = [license.remark, license.orderID, license.disabledReason]
    return 1024 + license.features.json.utf8.count
      + 6 * texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}

extension Written where Made == LicenseRecord {
  /// A change of nothing: no version raised, no row logged, nothing to be told.
  static func unchanged(_ record: LicenseRecord) -> Written {
    Written(value: record, madeIDs: [record.license.id.bits], log: nil)
  }
}

extension LicenseChange.Refusal {
  /// For the operator who asked.
  fileprivate var sentence: String {
    switch self {
    case .daysOutOfRange: "The days must be from 1 to 36500."
    case .noEnd: "A licence without an end cannot be extended."
    case .beyondCalendar: "The end would lie beyond the year 9999."
    case .devicesOutOfRange: "The devices must be from 1 to 1000000, or null."
    case .remarkTooLong: "The remark is too long."
    case .orderIDTooLong: "The order id is too long."
    }
  }
}

extension ObjectID {
  /// As a `bigint`.
  var bits: Int64 { Int64(bitPattern: rawValue) }
}
