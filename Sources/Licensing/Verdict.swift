/// The outcome of a check: valid, or a code that says why not. A value, never a thrown error.
public enum Verdict: String, CaseIterable, Sendable {
  case valid = "VALID"
  case licenseDisabled = "LICENSE_DISABLED"
  case licenseExpired = "LICENSE_EXPIRED"
  case licenseTampered = "LICENSE_TAMPERED"
  case deviceUnbound = "DEVICE_UNBOUND"
  case deviceMismatch = "DEVICE_MISMATCH"
}

/// Why a token is no proof any more, or never was.
public enum TokenRefusal: String, Sendable {
  case invalid = "TOKEN_INVALID"
  case expired = "TOKEN_EXPIRED"
}
