import Instants
import JSON
import Licensing
import Postgres

/// Licences and their devices, for operators.
extension PostgresStore {
  public func licenseRecord(_ id: LicenseID) throws(StoreError) -> LicenseRecord? {
    try onLicenses { (licenses) throws(PostgresError) in try licenses.find(id) }
  }

  /// In the order of `ids`, as `WriteOutcome.repeated` gives them; what was deleted is left out.
  public func licenseRecords(_ ids: [Int64]) throws(StoreError) -> [LicenseRecord] {
    try onLicenses { (licenses) throws(PostgresError) in try licenses.find(ids) }
  }

  public func licensePage(
    _ filter: LicenseFilter, _ sort: LicenseSort, after position: ListPosition?, limit: Int,
    now: Timestamp
  ) throws(StoreError) -> ListPage<LicenseRecord> {
    try onLicenses { (licenses) throws(PostgresError) in
      try licenses.list(filter, sort, after: position, limit: limit, now: now)
    }
  }

  /// All of `count` licences, or none. `nextCode` makes one code after the other.
  public func createLicenses(
    _ template: LicenseTemplate, count: Int, _ context: WriteContext,
    nextCode: @escaping () -> LicenseCode
  ) throws(StoreError) -> WriteOutcome<[License]> {
    try write(context) { (connection) throws(PostgresError) in
      guard context.sees(template.appID), try exists(template.appID, connection) else {
        return .failure(.unknownApp)
      }
      let batch = LicenseBatchInsertion(
        connection: connection, keys: keys, template: template,
        createdBy: context.author.operatorName, now: context.author.at, nextCode: nextCode)
      guard let licenses = try batch.insert(count: count) else {
        return .failure(.codesExhausted)
      }
      return .success(.created(licenses, template, context))
    }
  }

  /// Locks, decides and writes. `detail` goes into the log row.
  public func changeLicense(
    _ id: LicenseID, _ context: WriteContext, action: LogAction, detail: JSONObject = [:],
    ifVersion isExpected: (Int64) -> Bool = { _ in true },
    _ decide: (License) -> LicenseChange
  ) throws(StoreError) -> WriteOutcome<LicenseRecord> {
    try write(context) { (connection) throws(PostgresError) in
      try licenses(connection).change(
        id, context, action: action, detail: detail, ifVersion: isExpected, decide)
    }
  }

  public func deleteLicense(
    _ id: LicenseID, _ context: WriteContext
  ) throws(StoreError) -> WriteOutcome<LicenseRecord> {
    try write(context) { (connection) throws(PostgresError) in
      try licenses(connection).delete(id, context)
    }
  }

  /// The devices bound now.
  public func devicePage(
    _ id: LicenseID, after position: ListPosition?, limit: Int
  ) throws(StoreError) -> ListPage<Binding> {
    try run { (connection) throws(PostgresError) in
      try devices(connection).list(id, after: position, limit: limit)
    }
  }

  /// One device, or with `nil` all of them.
  public func unbind(
    _ device: DeviceID?, of id: LicenseID, _ context: WriteContext
  ) throws(StoreError) -> WriteOutcome<Unbinding> {
    try write(context) { (connection) throws(PostgresError) in
      try devices(connection).unbind(device, of: id, context)
    }
  }

  private func exists(_ app: AppID, _ connection: PostgresConnection) throws(PostgresError) -> Bool
  {
    try connection.run("SELECT 1 FROM apps WHERE id = $1", [.id(app)]).isEmpty == false
  }

  private func licenses(_ connection: PostgresConnection) -> LicenseRepository {
    LicenseRepository(connection: connection, keys: keys)
  }

  private func devices(_ connection: PostgresConnection) -> DeviceRepository {
    DeviceRepository(connection: connection, licenses: licenses(connection))
  }

  private func onLicenses<Value>(
    _ body: (LicenseRepository) throws(PostgresError) -> Value
  ) throws(StoreError) -> Value {
    try run { (connection) throws(PostgresError) in try body(licenses(connection)) }
  }

  private func write<Made>(
    _ context: WriteContext,
    _ body: (PostgresConnection) throws(PostgresError) -> Result<Written<Made>, WriteRefusal>
  ) throws(StoreError) -> WriteOutcome<Made> {
    try run { (connection) throws(PostgresError) in
      try AdminTransaction.run(connection, context, body)
    }
  }
}

extension Written where Made == [License] {
  /// A batch is one deed: one log row, its target the app. Nothing knows the licences yet, so there
  /// is nothing to be told.
  fileprivate static func created(
    _ licenses: [License], _ template: LicenseTemplate, _ context: WriteContext
  ) -> Written {
    let detail: JSONObject = [
      "count": .number(JSONNumber(Int64(licenses.count))), "plan": .string(template.plan.rawValue),
    ]
    let single = licenses.count == 1 ? licenses.first : nil
    let target = single.map { LogTarget.license($0.id) } ?? .app(template.appID)
    let log = context.author.record(
      .licenseCreate, target, app: template.appID, code: single?.code, detail: detail)
    return Written(value: licenses, madeIDs: licenses.map(\.id.bits), log: log)
  }
}
