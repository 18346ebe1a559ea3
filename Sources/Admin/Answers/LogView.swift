import JSON
import LicenseStore

/// A log row as answers show it.
struct LogView {
  var entry: LogEntry

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", String(entry.id))
    writer.member("at", entry.at)
    writer.member("operator", entry.operatorName)
    writer.member("action", entry.action)
    writer.member("target", entry.target)
    writer.name("detail")
    writer.raw(entry.detail)
    writer.member("address", entry.address)
    writer.member("request_id", entry.requestID)
    writer.endObject()
  }
}
