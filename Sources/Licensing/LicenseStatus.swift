/// What a licence is at an instant. Only `disabled` is stored; the rest follows from row and clock.
public enum LicenseStatus: String, CaseIterable, Sendable {
  case unactivated, active, expired, disabled
}
