import Instants
import JSON
import Licensing

extension Problem {
  /// Headers beside those that every answer has; names as they are usually written.
  public var headers: [(name: String, value: String)] {
    var headers = [(name: "Content-Type", value: Problem.mediaType)]
    if let retryAfterSeconds { headers.append(("Retry-After", String(retryAfterSeconds))) }
    if let rateLimit {
      headers.append(("RateLimit", rateLimit.value))
      headers.append(("RateLimit-Policy", rateLimit.policy))
    }
    if let allow { headers.append(("Allow", allow.joined(separator: ", "))) }
    if let challenge { headers.append(("WWW-Authenticate", challenge)) }
    return headers
  }

  /// RFC 9110 section 15.5.2 wants one in each 401.
  private var challenge: String? {
    guard status == 401 else { return nil }
    return code == .keyInvalid ? "Bearer" : "Countersign"
  }

  public func body(requestID: RequestID) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writeMembersOfRFC9457(to: &writer)
    writer.member("request_id", requestID.description)
    writeErrors(to: &writer)
    writeDetails(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  private func writeMembersOfRFC9457(to writer: inout JSONWriter) {
    writer.member("type", code.typeURL)
    writer.member("title", code.title)
    writer.member("status", status)
    writer.member("code", code.rawValue)
    writer.member("detail", detail)
  }

  private func writeErrors(to writer: inout JSONWriter) {
    if errors.isEmpty { return }
    writer.name("errors")
    writer.beginArray()
    for error in errors {
      writer.beginObject()
      writer.member("pointer", error.pointer)
      writer.member("detail", error.detail)
      writer.endObject()
    }
    writer.endArray()
  }

  private func writeDetails(to writer: inout JSONWriter) {
    if let licenseID { writer.member("license_id", licenseID.description) }
    if let serverTime { writer.member("server_time", serverTime.rfc3339) }
    if let retryAfterSeconds { writer.member("retry_after", retryAfterSeconds) }
  }
}
