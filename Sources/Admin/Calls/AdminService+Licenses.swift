import JSON
import LicenseStore
import Licensing
import Problems
import ServiceAPI

extension AdminService {
  func createLicenses(_ call: AdminCall) throws(Problem) -> Answer {
    let body = try call.body()
    let context = try call.context()
    let batch = try LicenseBatch.read(body)
    let template = try batch.template()
    try batch.checkSize(template, at: call.now)
    let prefix = batch.prefix
    let committed = try commit(ids: { $0.map { Int64(bitPattern: $0.id.rawValue) } }) {
      () throws(StoreError) in
      try store.createLicenses(template, count: batch.count, context) {
        LicenseCode.generate(prefix: prefix)
      }
    }
    let records = try stored { () throws(StoreError) in try store.licenseRecords(committed.ids) }
    return showBatch(records, call)
  }

  private func showBatch(_ records: [LicenseRecord], _ call: AdminCall) -> Answer {
    let isSettled = isEpochSettled()
    return Answer.json(201) { writer in
      writer.beginObject()
      writer.name("licenses")
      writer.beginArray()
      for record in records {
        LicenseView(record: record, isInEffect: record.isDelivered && isSettled, now: call.now)
          .write(to: &writer)
      }
      writer.endArray()
      writer.endObject()
    }
  }

  func listLicenses(_ call: AdminCall) throws(Problem) -> Answer {
    let query = try LicenseListQuery.read(call.target, boundTo: call.key.appID)
    let page = try stored { () throws(StoreError) in
      try store.licensePage(
        query.filter, query.sort, after: query.position, limit: query.limit, now: call.now)
    }
    let isSettled = isEpochSettled()
    return Answer.list(page, cursor: query.cursor) { record, writer in
      LicenseView(record: record, isInEffect: record.isDelivered && isSettled, now: call.now)
        .write(to: &writer)
    }
  }

  func readLicense(_ call: AdminCall) throws(Problem) -> Answer {
    let record = try licenseRecord(try call.licenseID(), call)
    return Answer.license(view(record, of: call))
  }

  func updateLicense(_ call: AdminCall) throws(Problem) -> Answer {
    let body = try call.body()
    let ifMatch = try call.ifMatch()
    let patch = try LicensePatch.read(body)
    return try change(call, .licenseUpdate, detail: body.fieldNames, ifMatch: ifMatch) {
      LicenseChange.patch($0, patch)
    }
  }

  func disableLicense(_ call: AdminCall) throws(Problem) -> Answer {
    let disabling = try LicenseDisabling.read(try call.body())
    let detail: JSONObject = ["reason": disabling.reason.map { .string($0) } ?? .null]
    return try change(call, .licenseDisable, detail: detail) {
      LicenseChange.disable($0, reason: disabling.reason, now: call.now)
    }
  }

  func enableLicense(_ call: AdminCall) throws(Problem) -> Answer {
    _ = try call.body()
    return try change(call, .licenseEnable) { LicenseChange.enable($0) }
  }

  func extendLicense(_ call: AdminCall) throws(Problem) -> Answer {
    let extending = try LicenseExtension.read(try call.body())
    let detail: JSONObject = ["days": .number(JSONNumber(Int64(extending.days)))]
    return try change(call, .licenseExtend, detail: detail) {
      LicenseChange.extend($0, days: extending.days, now: call.now)
    }
  }

  func deleteLicense(_ call: AdminCall) throws(Problem) -> Answer {
    let context = try call.context()
    let id = try call.licenseID()
    _ = try commit(ids: \.ids) { () throws(StoreError) in try store.deleteLicense(id, context) }
    return .noContent
  }

  private func change(
    _ call: AdminCall, _ action: LogAction, detail: JSONObject = [:], ifMatch: IfMatch? = nil,
    _ decide: (License) -> LicenseChange
  ) throws(Problem) -> Answer {
    let context = try call.context()
    let id = try call.licenseID()
    let committed = try commit(ids: \.ids) { () throws(StoreError) in
      try store.changeLicense(
        id, context, action: action, detail: detail,
        ifVersion: { ifMatch?.allows($0) ?? true }, decide)
    }
    if committed.isChange { tell(.license(id)) }
    return try show(id, committed.value, call)
  }

  /// The licence as the write left it, or as it is now where an earlier request wrote.
  func show(_ id: LicenseID, _ written: LicenseRecord?, _ call: AdminCall) throws(Problem)
    -> Answer
  {
    let now = try licenseRecord(id, call)
    var shown = written ?? now
    shown.isDelivered = now.isDelivered
    return Answer.license(view(shown, of: call))
  }

  func licenseRecord(_ id: LicenseID, _ call: AdminCall) throws(Problem) -> LicenseRecord {
    let found = try stored { () throws(StoreError) in try store.licenseRecord(id) }
    guard let found, call.key.sees(found.license.appID) else { throw .notFound }
    return found
  }
}

extension LicenseRecord {
  var ids: [Int64] { [Int64(bitPattern: license.id.rawValue)] }
}
