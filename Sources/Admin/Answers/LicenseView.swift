import Instants
import JSON
import LicenseStore
import Licensing

/// A licence as answers show it.
struct LicenseView {
  var record: LicenseRecord
  var isInEffect: Bool
  /// The instant that `status` speaks of.
  var now: Timestamp

  var entityTag: String { "\"\(record.license.version)\"" }

  func write(to writer: inout JSONWriter) {
    let license = record.license
    writer.beginObject()
    writer.member("id", license.id.description)
    writer.member("app_id", license.appID.description)
    writer.member("code", license.code.display)
    writer.member("status", LicenseState.status(of: license, now: now).rawValue)
    writer.member("plan", license.plan.rawValue)
    writer.member("expires_at", license.expiresAt)
    writeSeats(to: &writer)
    writer.name("features")
    writer.raw(license.features.json)
    writer.member("remark", license.remark)
    writer.member("order_id", license.orderID)
    writer.member("created_at", license.createdAt)
    writer.member("activated_at", license.activatedAt)
    writer.member("disabled_at", license.disabledAt)
    writer.member("disabled_reason", license.disabledReason)
    writer.name("version")
    writer.integer(license.version)
    writer.name("in_effect")
    writer.bool(isInEffect)
    writer.endObject()
  }

  private func writeSeats(to writer: inout JSONWriter) {
    let seats = SeatUse(used: record.seatsUsed, limit: record.license.allowDevices)
    writer.name("devices")
    writer.beginObject()
    writer.name("used")
    writer.integer(seats.used)
    writer.name("limit")
    writer.integer(seats.limit)
    writer.name("remaining")
    writer.integer(seats.remaining)
    writer.name("over_limit")
    writer.bool(seats.isOverLimit)
    writer.endObject()
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ flag: Bool?) {
    self.name(name)
    if let flag { bool(flag) } else { null() }
  }
}
