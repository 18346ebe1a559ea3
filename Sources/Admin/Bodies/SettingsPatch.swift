import Licensing
import ServiceAPI

/// Changes to an app's settings, name by name. Names that are not known are passed over.
public struct SettingsPatch: Hashable, Sendable {
  public var offlineGraceSeconds: Int?
  public var verifyIntervalSeconds: Int?
  public var forceOnline: Bool?
  public var tokenTTLSeconds: Int?
  public var requestAuthentication: RequestAuthentication?
  public var selfUnbindPer30Days: Field<Int> = .absent
  public var rateLimits = RateLimitsPatch()

  public init() {}

  public func applied(to settings: AppSettings) -> AppSettings {
    var settings = settings
    settings.offlineGraceSeconds = offlineGraceSeconds ?? settings.offlineGraceSeconds
    settings.verifyIntervalSeconds = verifyIntervalSeconds ?? settings.verifyIntervalSeconds
    settings.forceOnline = forceOnline ?? settings.forceOnline
    settings.tokenTTLSeconds = tokenTTLSeconds ?? settings.tokenTTLSeconds
    settings.requestAuthentication = requestAuthentication ?? settings.requestAuthentication
    selfUnbindPer30Days.lay(over: &settings.selfUnbindPer30Days)
    settings.rateLimits = rateLimits.applied(to: settings.rateLimits)
    return settings
  }
}

/// Changes to an app's rate limits, name by name; `null` lifts one.
public struct RateLimitsPatch: Hashable, Sendable {
  public var activateDevicePerMinute: Field<Int> = .absent
  public var activateAddressPerMinute: Field<Int> = .absent
  public var renewDevicePerMinute: Field<Int> = .absent
  public var verifyTokenPerMinute: Field<Int> = .absent
  public var unknownCodeAddressPer10Minutes: Field<Int> = .absent

  public init() {}

  public func applied(to limits: RateLimits) -> RateLimits {
    var limits = limits
    activateDevicePerMinute.lay(over: &limits.activateDevicePerMinute)
    activateAddressPerMinute.lay(over: &limits.activateAddressPerMinute)
    renewDevicePerMinute.lay(over: &limits.renewDevicePerMinute)
    verifyTokenPerMinute.lay(over: &limits.verifyTokenPerMinute)
    unknownCodeAddressPer10Minutes.lay(over: &limits.unknownCodeAddressPer10Minutes)
    return limits
  }
}

extension Field {
  /// A field not sent stays.
  func lay(over value: inout Value?) {
    switch self {
    case .absent: break
    case .null: value = nil
    case .value(let new): value = new
    }
  }
}
