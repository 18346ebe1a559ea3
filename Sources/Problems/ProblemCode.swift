/// The closed list of what an answer may refuse with.
public enum ProblemCode: String, CaseIterable, Sendable {
  case requestMalformed = "REQUEST_MALFORMED"

  case signatureMissing = "SIGNATURE_MISSING"
  case signatureInvalid = "SIGNATURE_INVALID"
  case timestampOutOfWindow = "TIMESTAMP_OUT_OF_WINDOW"
  case tokenInvalid = "TOKEN_INVALID"
  case tokenExpired = "TOKEN_EXPIRED"
  case keyInvalid = "KEY_INVALID"

  case licenseDisabled = "LICENSE_DISABLED"
  case licenseExpired = "LICENSE_EXPIRED"
  case licenseTampered = "LICENSE_TAMPERED"
  case deviceUnbound = "DEVICE_UNBOUND"
  case unbindNotAllowed = "UNBIND_NOT_ALLOWED"
  case scopeMissing = "SCOPE_MISSING"

  case licenseNotFound = "LICENSE_NOT_FOUND"
  case notFound = "NOT_FOUND"

  case methodNotAllowed = "METHOD_NOT_ALLOWED"
  case bodyTooLarge = "BODY_TOO_LARGE"
  case mediaTypeUnsupported = "MEDIA_TYPE_UNSUPPORTED"

  case deviceLimitExceeded = "DEVICE_LIMIT_EXCEEDED"
  case nonceReplayed = "NONCE_REPLAYED"
  case conflict = "CONFLICT"

  case versionMismatch = "VERSION_MISMATCH"
  case valueRefused = "VALUE_REFUSED"

  case rateLimited = "RATE_LIMITED"
  case unbindQuotaExceeded = "UNBIND_QUOTA_EXCEEDED"

  case `internal` = "INTERNAL"

  case serviceUnavailable = "SERVICE_UNAVAILABLE"
  case deadlineExceeded = "DEADLINE_EXCEEDED"
}

extension ProblemCode {
  public var status: Int {
    switch self {
    case .requestMalformed: 400
    case .signatureMissing, .signatureInvalid, .timestampOutOfWindow, .tokenInvalid,
      .tokenExpired, .keyInvalid:
      401
    case .licenseDisabled, .licenseExpired, .licenseTampered, .deviceUnbound,
      .unbindNotAllowed, .scopeMissing:
      403
    case .licenseNotFound, .notFound: 404
    case .methodNotAllowed: 405
    case .bodyTooLarge: 413
    case .mediaTypeUnsupported: 415
    case .deviceLimitExceeded, .nonceReplayed, .conflict: 409
    case .versionMismatch: 412
    case .valueRefused: 422
    case .rateLimited, .unbindQuotaExceeded: 429
    case .internal: 500
    case .serviceUnavailable: 503
    case .deadlineExceeded: 504
    }
  }

  /// The code in lower kebab ends the address of its explanation.
  public var typeURL: String {
    let kebab = rawValue.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 | 0x20 }
    return "https://countersign.dev/errors/" + String(decoding: kebab, as: UTF8.self)
  }
}
