import JSON
import Licensing

extension Claims {
  /// The claims as the octets that are signed. A refusal has no plan, end, features and settings.
  public var payload: [UInt8] {
    var writer = JSONWriter(capacity: 640)
    writer.beginObject()
    writer.member("iss", subject.issuer)
    writer.member("aud") { subject.appID.append(to: &$0) }
    writer.member("sub") { subject.licenseID.append(to: &$0) }
    writer.member("iat", issuedAt.secondsSinceEpoch)
    writer.member("exp", expiresAt.secondsSinceEpoch)
    writer.member("jti") { id.append(to: &$0) }
    if let nonce = subject.nonce { writer.member("nonce", nonce) }
    writer.member("code", code.rawValue)
    writer.member("device", subject.device.text)
    grant?.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }
}

extension Claims.Grant {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("plan", plan.rawValue)
    writer.member("license_expires_at", licenseExpiresAt)
    writer.name("features")
    writer.raw(features.json)
    writer.name("settings")
    settings.write(to: &writer)
  }
}
