import JSON
import Licensing
import ServiceAPI

/// What introspection says of a token: of a dead or unknown one no more than why.
enum IntrospectionAnswer {
  static func active(_ license: LicenseSummary, device: DeviceID) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.member("active", true)
    writer.member("code", Verdict.valid.rawValue)
    writer.name("license")
    license.write(to: &writer)
    writer.name("device")
    writer.beginObject()
    writer.member("id", device.text)
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }

  static func inactive(_ code: String) -> [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.beginObject()
    writer.member("active", false)
    writer.member("code", code)
    writer.endObject()
    return writer.bytes
  }
}
