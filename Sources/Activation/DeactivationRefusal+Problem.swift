import Instants
import LicenseStore
import Problems
import ServiceAPI

extension DeactivationRefusal {
  func problem(now: Timestamp) -> Problem {
    switch self {
    case .token(let reason): .tokenRefused(reason)
    case .notSigned: .signatureMissing
    case .tampered(let license): SeatRefusal.tampered(license).problem
    case .disabled(let license): SeatRefusal.disabled(license).problem
    case .expired(let license): SeatRefusal.expired(license).problem
    case .notBound(let license): SeatRefusal.notBound(license).problem
    case .notAllowed:
      Problem(.unbindNotAllowed, "This app's devices cannot give their seat back. Ask its seller.")
    case .quotaExceeded(let limit, let free):
      .unbindQuotaExceeded(limit: limit, until: free, now: now)
    }
  }
}
