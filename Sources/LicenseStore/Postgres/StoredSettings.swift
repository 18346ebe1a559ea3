import JSON
import Licensing

/// An app's settings as `apps.settings` keeps them: an object with every name of the API.
///
/// Reading keeps the default of a name that is absent or not of its type, so that a newer version's
/// row serves an older one, and the other way round.
enum StoredSettings {
  static func read(_ text: String) -> AppSettings {
    var settings = AppSettings()
    guard let object = try? JSON.parse(Array(text.utf8)) else { return settings }
    settings.offlineGraceSeconds.take(object["offline_grace_seconds"])
    settings.verifyIntervalSeconds.take(object["verify_interval_seconds"])
    if let value = object["force_online"]?.bool { settings.forceOnline = value }
    settings.tokenTTLSeconds.take(object["token_ttl_seconds"])
    if let value = object["request_auth"]?.string.flatMap(RequestAuthentication.init) {
      settings.requestAuthentication = value
    }
    settings.selfUnbindPer30Days.take(object["self_unbind_per_30_days"])
    if let limits = object["rate_limits"] { settings.rateLimits = rateLimits(limits) }
    return settings
  }

  static func text(_ settings: AppSettings) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("offline_grace_seconds", settings.offlineGraceSeconds)
    writer.member("verify_interval_seconds", settings.verifyIntervalSeconds)
    writer.name("force_online")
    writer.bool(settings.forceOnline)
    writer.member("token_ttl_seconds", settings.tokenTTLSeconds)
    writer.name("request_auth")
    writer.string(settings.requestAuthentication.rawValue)
    writer.member("self_unbind_per_30_days", settings.selfUnbindPer30Days)
    writer.name("rate_limits")
    write(settings.rateLimits, to: &writer)
    writer.endObject()
    return writer.text
  }

  private static func rateLimits(_ object: JSONValue) -> RateLimits {
    var limits = RateLimits()
    limits.activateDevicePerMinute.take(object["activate_device_per_minute"])
    limits.activateAddressPerMinute.take(object["activate_address_per_minute"])
    limits.renewDevicePerMinute.take(object["renew_device_per_minute"])
    limits.verifyTokenPerMinute.take(object["verify_token_per_minute"])
    limits.unknownCodeAddressPer10Minutes.take(object["unknown_code_address_per_10_minutes"])
    return limits
  }

  private static func write(_ limits: RateLimits, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("activate_device_per_minute", limits.activateDevicePerMinute)
    writer.member("activate_address_per_minute", limits.activateAddressPerMinute)
    writer.member("renew_device_per_minute", limits.renewDevicePerMinute)
    writer.member("verify_token_per_minute", limits.verifyTokenPerMinute)
    writer.member("unknown_code_address_per_10_minutes", limits.unknownCodeAddressPer10Minutes)
    writer.endObject()
  }
}

extension Int {
  fileprivate mutating func take(_ value: JSONValue?) {
    if let number = value?.int64.flatMap(Int.init(exactly:)) { self = number }
  }
}

extension Int? {
  /// `null` lifts the limit; an absent name leaves it.
  fileprivate mutating func take(_ value: JSONValue?) {
    if let number = value?.int64.flatMap(Int.init(exactly:)) {
      self = number
    } else if value?.isNull == true {
      self = nil
    }
  }
}
