import Instants
import JSON
import Licensing
import ServiceAPI

/// What verify answers: a verdict, with a credential that says the same.
enum VerdictAnswer {
  static func valid(
    _ license: LicenseSummary, device: DeviceID, tokenEndsAt: Timestamp, settings: ClientSettings,
    credential: String, now: Timestamp
  ) -> [UInt8] {
    var writer = begin(.valid)
    writer.name("license")
    license.write(to: &writer)
    writer.name("device")
    writer.beginObject()
    writer.member("id", device.text)
    writer.endObject()
    writer.name("token")
    writer.beginObject()
    writer.member("expires_at", tokenEndsAt.rfc3339)
    writer.endObject()
    writer.name("settings")
    settings.write(to: &writer)
    return end(&writer, credential, now)
  }

  static func refusal(
    _ verdict: Verdict, license: LicenseID, status: LicenseStatus, credential: String,
    now: Timestamp
  ) -> [UInt8] {
    var writer = begin(verdict)
    writer.name("license")
    writer.beginObject()
    writer.member("id", license.description)
    writer.member("status", status.rawValue)
    writer.endObject()
    return end(&writer, credential, now)
  }

  private static func begin(_ verdict: Verdict) -> JSONWriter {
    var writer = JSONWriter(capacity: 1536)
    writer.beginObject()
    writer.member("valid", verdict == .valid)
    writer.member("code", verdict.rawValue)
    return writer
  }

  private static func end(
    _ writer: inout JSONWriter, _ credential: String, _ now: Timestamp
  ) -> [UInt8] {
    writer.member("credential", credential)
    writer.member("server_time", now.rfc3339)
    writer.endObject()
    return writer.bytes
  }
}
