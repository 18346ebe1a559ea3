import Instants

/// The checks that every decision begins with, in the order in which all routes answer them.
enum LicenseGate: Hashable {
  case open(License)
  case notFound, tampered, disabled, expired

  static func check(_ license: License?, isTampered: Bool, now: Timestamp) -> LicenseGate {
    guard let license else { return .notFound }
    if isTampered { return .tampered }
    switch LicenseState.status(of: license, now: now) {
    case .disabled: return .disabled
    case .expired: return .expired
    case .unactivated, .active: return .open(license)
    }
  }
}
