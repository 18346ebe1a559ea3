import JSON
import Licensing

extension Claims {
  /// The claims as the octets that are signed. A refusal has no plan, end, features and settings.
  public var payload: [UInt8] {
    var writer = JSONWriter(capacity: 640)
    writer.beginObject()
    writer.member("iss", issuer)
    writer.member("aud", audience.description)
    writer.member("sub", subject.description)
    writer.member("iat", issuedAt.secondsSinceEpoch)
    writer.member("exp", expiresAt.secondsSinceEpoch)
    writer.member("jti", id)
    if let nonce { writer.member("nonce", nonce) }
    writer.member("code", code.rawValue)
    writer.member("device", device.text)
    if let grant { grant.write(to: &writer) }
    writer.endObject()
    return writer.bytes
  }
}

extension Claims.Grant {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("plan", plan.rawValue)
    writer.name("license_expires_at")
    writer.string(licenseExpiresAt?.rfc3339)
    writer.name("features")
    writer.raw(features.json)
    writer.name("settings")
    settings.writeVisible(to: &writer)
  }
}

extension JSONWriter {
  public mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  public mutating func member(_ name: String, _ value: Int64) {
    self.name(name)
    integer(value)
  }
}
