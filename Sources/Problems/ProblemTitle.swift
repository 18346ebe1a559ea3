extension ProblemCode {
  /// The same for each occurrence (RFC 9457 section 3.1.3).
  public var title: String {
    switch self {
    case .requestMalformed: "The request is malformed"
    case .signatureMissing: "A request signature is needed"
    case .signatureInvalid: "The request signature is not valid"
    case .timestampOutOfWindow: "The timestamp is too far from the server's time"
    case .tokenInvalid: "The access token is not valid"
    case .tokenExpired: "The access token has ended"
    case .keyInvalid: "The operator key is not valid"
    case .licenseDisabled: "The licence is disabled"
    case .licenseExpired: "The licence has expired"
    case .licenseTampered: "The licence's record was changed from outside"
    case .deviceUnbound: "The device is not bound to the licence"
    case .unbindNotAllowed: "Devices of this app may not give their seat back"
    case .scopeMissing: "The operator key lacks the scope"
    case .licenseNotFound: "There is no such licence"
    case .notFound: "There is nothing here"
    case .methodNotAllowed: "The method is not allowed here"
    case .bodyTooLarge: "The body is too large"
    case .mediaTypeUnsupported: "The media type is not supported"
    case .deviceLimitExceeded: "All seats of the licence are taken"
    case .nonceReplayed: "The nonce was used before"
    case .conflict: "The state of things does not allow it"
    case .versionMismatch: "The version is another"
    case .valueRefused: "A value is not allowed"
    case .rateLimited: "Too many requests"
    case .unbindQuotaExceeded: "Too many seats were given back lately"
    case .internal: "Something went wrong here"
    case .serviceUnavailable: "The service is not available right now"
    case .deadlineExceeded: "The service did not answer in time"
    }
  }
}
