/// So many calls in so long a time, for one subject.
public struct RateRule: Hashable, Sendable {
  /// As `RateLimit` headers show it.
  public enum Name: String, CaseIterable, Sendable {
    case activateDevice = "activate_device"
    case activateAddress = "activate_address"
    case renewDevice = "renew_device"
    case verifyToken = "verify_token"
    case unknownCodeAddress = "unknown_code_address"
    case deactivateToken = "deactivate_token"
  }

  public let name: Name
  /// At least 1.
  public let limit: Int
  public let windowSeconds: Int

  public init(name: Name, limit: Int, windowSeconds: Int) {
    precondition(limit >= 1 && windowSeconds >= 1, "a rule counts to one at least")
    self.name = name
    self.limit = limit
    self.windowSeconds = windowSeconds
  }

  /// Of each token, whatever the app's settings: every call costs a transaction under the licence's
  /// lock, and a device gives its seat back once.
  public static let deactivation = RateRule(name: .deactivateToken, limit: 30, windowSeconds: 60)

  /// For a window that each process counts alone.
  public var halved: RateRule {
    RateRule(name: name, limit: max(1, limit / 2), windowSeconds: windowSeconds)
  }
}
