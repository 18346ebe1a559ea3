/// Why a peer refuses. A newer peer may know more of them.
public struct RejectCode: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(text: String) {
    self.text = text
  }

  public var description: String { text }

  public static let versionTooOld = RejectCode(text: "VERSION_TOO_OLD")
  public static let serviceUnknown = RejectCode(text: "SERVICE_UNKNOWN")
  public static let notAllowed = RejectCode(text: "NOT_ALLOWED")
  /// The peer has as much in hand as it takes.
  public static let tooMany = RejectCode(text: "TOO_MANY")
  /// The request's deadline had passed before work on it began: nothing was done.
  public static let tooLate = RejectCode(text: "TOO_LATE")
  /// The peer does not know the sender: it must announce itself.
  public static let sayReady = RejectCode(text: "SAY_READY")
  public static let keyInvalid = RejectCode(text: "KEY_INVALID")
  public static let scopeMissing = RejectCode(text: "SCOPE_MISSING")
}
