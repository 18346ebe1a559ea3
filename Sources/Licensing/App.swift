import Instants

/// A product that is licensed; owns settings, keys and licences.
public struct App: Hashable, Sendable {
  public var id: AppID
  public var name: String
  public var bundleID: String?
  public var settings: AppSettings
  /// Laid under each licence's own features.
  public var features: Features
  /// +1 with each change.
  public var version: Int64
  public var createdAt: Timestamp

  public init(
    id: AppID, name: String, bundleID: String?, settings: AppSettings, features: Features,
    version: Int64, createdAt: Timestamp
  ) {
    self.id = id
    self.name = name
    self.bundleID = bundleID
    self.settings = settings
    self.features = features
    self.version = version
    self.createdAt = createdAt
  }
}

/// Any JSON object up to 16 KiB, kept as the compact text that was checked when it came in.
public struct Features: Hashable, Sendable {
  public static let byteLimit = 16 * 1024
  public static let none = Features(json: "{}")

  /// A compact JSON object, UTF-8, without doubled names.
  public let json: String

  public init(json: String) { self.json = json }
}

public enum RequestAuthentication: String, Sendable {
  /// Each request carries an HMAC over itself.
  case signed
  /// For clients that cannot sign: the token or the app id alone is accepted, too.
  case bearer
}

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

/// `nil` lifts a limit.
public struct RateLimits: Hashable, Sendable {
  public var activateDevicePerMinute: Int? = 10
  public var activateAddressPerMinute: Int? = 30
  public var renewDevicePerMinute: Int? = 10
  public var verifyTokenPerMinute: Int? = 60
  public var unknownCodeAddressPer10Minutes: Int? = 10

  public init() {}
}
