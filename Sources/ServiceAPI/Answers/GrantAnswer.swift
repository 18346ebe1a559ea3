import Instants
import JSON
import Licensing

/// What activate and renew answer when they did what was asked.
public struct GrantAnswer: Sendable {
  public var license: LicenseSummary
  public var seats: SeatUse
  public var deviceID: DeviceID
  public var boundAt: Timestamp
  public var isNewBinding: Bool
  public var accessToken: String
  public var tokenEndsAt: Timestamp
  public var settings: ClientSettings
  /// A JSON value; see `CredentialIssuer`.
  public var credential: [UInt8]
  public var serverTime: Timestamp

  public var body: [UInt8] {
    var writer = JSONWriter(capacity: 1536)
    writer.beginObject()
    writer.name("license")
    license.write(to: &writer, seats: seats)
    writer.name("device")
    writeDevice(to: &writer)
    writer.name("token")
    writeToken(to: &writer)
    writer.name("settings")
    settings.write(to: &writer)
    writer.name("credential")
    writer.raw(credential)
    writer.member("server_time", serverTime)
    writer.endObject()
    return writer.bytes
  }

  private func writeDevice(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", deviceID.text)
    writer.member("bound_at", boundAt)
    writer.member("new", isNewBinding)
    writer.endObject()
  }

  private func writeToken(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("access_token", accessToken)
    writer.member("expires_at", tokenEndsAt)
    writer.endObject()
  }
}
