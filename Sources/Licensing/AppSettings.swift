public enum RequestAuthentication: String, CaseIterable, Sendable {
  /// Each request carries an HMAC over itself.
  case signed
  /// For clients that cannot sign: the token or the app id alone is accepted, too.
  case bearer
}

/// What an operator sets for an app. A new app has the defaults.
public struct AppSettings: Hashable, Sendable {
  public var offlineGraceSeconds: Int = 172_800
  public var verifyIntervalSeconds: Int = 3600
  public var forceOnline: Bool = false
  public var tokenTTLSeconds: Int = 43_200
  public var requestAuthentication: RequestAuthentication = .signed
  /// How often a licence's devices may give a seat back themselves; `nil`: as often as they like.
  public var selfUnbindPer30Days: Int? = 0
  public var rateLimits: RateLimits = RateLimits()

  public init() {}
}

/// What the settings may be. A year's worth of seconds keeps sums far from any overflow.
extension AppSettings {
  /// 0: a credential alone never serves.
  public static let offlineGraceSecondsRange = 0...31_536_000
  public static let verifyIntervalSecondsRange = 1...31_536_000
  public static let tokenTTLSecondsRange = 1...31_536_000
  public static let selfUnbindPer30DaysRange = 0...1_000_000
}
