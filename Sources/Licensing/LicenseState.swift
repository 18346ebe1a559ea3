import Instants

/// What time makes of a licence's row: the one function that all routes ask.
public enum LicenseState {
  public static func status(of license: License, now: Timestamp) -> LicenseStatus {
    if license.disabledAt != nil { return .disabled }
    if hasEnded(license, now: now) { return .expired }
    return license.activatedAt == nil ? .unactivated : .active
  }

  /// Valid while `now < expiresAt`.
  static func hasEnded(_ license: License, now: Timestamp) -> Bool {
    license.expiresAt.map { now >= $0 } ?? false
  }
}
