import Instants
import JSON
import Licensing
import ServiceAPI

/// What verify answers: a verdict, with a credential that says the same.
struct VerdictAnswer {
  enum Content {
    case valid(LicenseSummary, DeviceID, tokenEndsAt: Timestamp, ClientSettings)
    case refusal(Verdict, LicenseID, LicenseStatus)
  }

  let content: Content
  let now: Timestamp

  /// `credential` is a JSON value.
  func body(credential: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(capacity: credential.count + 512)
    writer.beginObject()
    switch content {
    case .valid(let license, let device, let tokenEndsAt, let settings):
      write(.valid, to: &writer)
      write(license, device, tokenEndsAt: tokenEndsAt, settings, to: &writer)
    case .refusal(let verdict, let license, let status):
      write(verdict, to: &writer)
      write(license, status, to: &writer)
    }
    writer.name("credential")
    writer.raw(credential)
    writer.member("server_time", now)
    writer.endObject()
    return writer.bytes
  }

  private func write(_ verdict: Verdict, to writer: inout JSONWriter) {
    writer.member("valid", verdict == .valid)
    writer.member("code", verdict.rawValue)
  }

  private func write(
    _ license: LicenseSummary, _ device: DeviceID, tokenEndsAt: Timestamp,
    _ settings: ClientSettings, to writer: inout JSONWriter
  ) {
    writer.name("license")
    license.write(to: &writer)
    writer.name("device")
    writer.beginObject()
    writer.member("id", device.text)
    writer.endObject()
    writer.name("token")
    writer.beginObject()
    writer.member("expires_at", tokenEndsAt)
    writer.endObject()
    writer.name("settings")
    settings.write(to: &writer)
  }

  private func write(_ license: LicenseID, _ status: LicenseStatus, to writer: inout JSONWriter) {
    writer.name("license")
    writer.beginObject()
    writer.member("id") { license.append(to: &$0) }
    writer.member("status", status.rawValue)
    writer.endObject()
  }
}
