import LicenseStore
import Problems
import ServiceAPI

extension Problem {
  init(_ refusal: WriteRefusal) {
    switch refusal {
    case .notFound: self = .notFound
    case .unknownApp: self = .unknownApp
    case .versionMismatch:
      self.init(.versionMismatch, detail: "The licence has another version by now.")
    case .tampered:
      self.init(.licenseTampered, detail: "The licence's row was changed behind the service.")
    case .wasActivated:
      self.init(.conflict, detail: "A licence that was activated cannot be deleted.")
    case .notAllowed(let sentence): self.init(.valueRefused, detail: sentence)
    case .keyReused:
      self.init(
        .valueRefused, detail: "The Idempotency-Key was used for another target or body.")
    case .underWay:
      self.init(.conflict, detail: "The same request is being worked on.")
    case .codesExhausted:
      self.init(.conflict, detail: "Not enough codes are free; nothing was made.")
    }
  }

  private static var unknownApp: Problem {
    .valueRefused("The app is unknown.", [ProblemPointer("/app_id", "is no app")])
  }
}
