import Instants
import JSON
import Licensing
import Postgres

/// A licence's devices, as operators see and unbind them.
struct DeviceRepository {
  let connection: PostgresConnection
  let licenses: LicenseRepository

  private static let oldestFirst = InstantOrder(
    table: "device_bindings b", columns: BindingColumns.all, instant: "b.first_seen_at",
    id: "b.id", isDescending: false)

  /// Those bound now, the oldest binding first.
  func list(
    _ id: LicenseID, after position: ListPosition?, limit: Int
  ) throws(PostgresError) -> ListPage<Binding> {
    var conditions = SQLConditions()
    conditions.require("b.license_id = \(conditions.bind(.id(id)))")
    conditions.require("b.unbound_at IS NULL")
    let (rows, total) = try Self.oldestFirst.read(
      conditions, after: position, limit: limit, connection)
    return ListPage(try Self.bindings(rows), limit: limit, total: total) {
      ListPosition(key: .instant($0.firstSeenAt), id: $0.id.rawValue)
    }
  }

  /// Unbinds one device, or with `nil` all of them.
  func unbind(
    _ device: DeviceID?, of id: LicenseID, _ context: WriteContext
  ) throws(PostgresError) -> Result<Written<Unbinding>, WriteRefusal> {
    let found = try licenses.lock(id, context)
    guard case .success(let record) = found else {
      return found.map { .unchanged(Unbinding(record: $0, bindingIDs: [])) }
    }
    let unbound = try unbindRows(device, id, context)
    if unbound.isEmpty && device != nil { return .failure(.notFound) }
    return .success(written(record, unbound, device, context))
  }

  private func unbindRows(
    _ device: DeviceID?, _ id: LicenseID, _ context: WriteContext
  ) throws(PostgresError) -> [BindingID] {
    let rows = try connection.run(
      UnbindStatement.make(
        device, of: id, by: context.author.operatorName, at: context.author.at))
    var unbound: [BindingID] = []
    for row in rows { unbound.append(try row.id("b_id")) }
    return unbound
  }

  private func written(
    _ record: LicenseRecord, _ unbound: [BindingID], _ device: DeviceID?, _ context: WriteContext
  ) -> Written<Unbinding> {
    var record = record
    record.seatsUsed -= unbound.count
    let value = Unbinding(record: record, bindingIDs: unbound)
    if unbound.isEmpty { return .unchanged(value) }
    let action = device == nil ? LogAction.deviceUnbindAll : .deviceUnbind
    let log = context.author.record(
      action, .license(record.license.id), app: record.license.appID, code: record.license.code,
      detail: Self.detail(device, unbound))
    return Written(
      value: value, madeIDs: [record.license.id.bits], log: log,
      outbox: unbound.map(OutboxRecord.Subject.binding))
  }

  private static func detail(_ device: DeviceID?, _ unbound: [BindingID]) -> JSONObject {
    if let device { return ["device": .string(device.text)] }
    return ["count": .number(JSONNumber(Int64(unbound.count)))]
  }

  private static func bindings(_ rows: PostgresRows) throws(PostgresError) -> [Binding] {
    var bindings: [Binding] = []
    for row in rows { bindings.append(try Binding(row)) }
    return bindings
  }
}

/// What unbinding left: the licence, and the bindings whose end is to be told.
public struct Unbinding: Hashable, Sendable {
  public var record: LicenseRecord
  public var bindingIDs: [BindingID]
}

extension Written where Made == Unbinding {
  static func unchanged(_ value: Unbinding) -> Written {
    Written(value: value, madeIDs: [value.record.license.id.bits], log: nil)
  }
}
