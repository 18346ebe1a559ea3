/// What a remembered secret is, for a report that must not show it.
public enum SecretKind: String, Sendable {
  case clientKey = "a client key"
  case tokenSecret = "the secret half of an access token"
  case operatorKey = "an operator key"
  case licenseCode = "a licence code"
  case credential = "a credential"
  case signature = "a request's signature"
  case keyFile = "what a key file holds"
  case password = "the password of a store"

  /// Random from its first byte, so that its beginning alone gives something away, too.
  var isRandomThroughout: Bool {
    switch self {
    case .clientKey, .tokenSecret, .operatorKey, .keyFile: true
    case .licenseCode, .credential, .signature, .password: false
    }
  }
}
