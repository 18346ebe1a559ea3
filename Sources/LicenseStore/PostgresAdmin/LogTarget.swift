import Licensing

/// What a log row speaks of: the licence for all that happens to it, its devices and tokens, else
/// the app or the operator key.
public enum LogTarget: Hashable, Sendable, CustomStringConvertible {
  case app(AppID)
  case license(LicenseID)
  case key(OperatorKeyID)
  /// A text of no known form, which no row speaks of.
  case unknown

  public init?(text: String) {
    if let id = AppID(text: text) {
      self = .app(id)
    } else if let id = LicenseID(text: text) {
      self = .license(id)
    } else if let id = OperatorKeyID(text: text) {
      self = .key(id)
    } else {
      return nil
    }
  }

  public var description: String {
    switch self {
    case .app(let id): id.description
    case .license(let id): id.description
    case .key(let id): id.description
    case .unknown: "?"
    }
  }
}
