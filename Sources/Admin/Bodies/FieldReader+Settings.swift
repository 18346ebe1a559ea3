import Licensing
import ServiceAPI

extension FieldReader {
  /// The fields of `settings`; nothing in it is required.
  func settingsPatch() -> SettingsPatch {
    var patch = SettingsPatch()
    patch.offlineGraceSeconds = seconds(
      "offline_grace_seconds", AppSettings.offlineGraceSecondsRange)
    patch.verifyIntervalSeconds = seconds(
      "verify_interval_seconds", AppSettings.verifyIntervalSecondsRange)
    patch.forceOnline = optional("force_online", bool("force_online"))
    patch.tokenTTLSeconds = seconds("token_ttl_seconds", AppSettings.tokenTTLSecondsRange)
    patch.requestAuthentication = optional(
      "request_auth", choice("request_auth", RequestAuthentication.self))
    patch.selfUnbindPer30Days = integer(
      "self_unbind_per_30_days", AppSettings.selfUnbindPer30DaysRange)
    patch.rateLimits =
      optional("rate_limits", nested("rate_limits"))?.rateLimitsPatch() ?? RateLimitsPatch()
    return patch
  }

  private func rateLimitsPatch() -> RateLimitsPatch {
    var patch = RateLimitsPatch()
    patch.activateDevicePerMinute = rateLimit("activate_device_per_minute")
    patch.activateAddressPerMinute = rateLimit("activate_address_per_minute")
    patch.renewDevicePerMinute = rateLimit("renew_device_per_minute")
    patch.verifyTokenPerMinute = rateLimit("verify_token_per_minute")
    patch.unknownCodeAddressPer10Minutes = rateLimit("unknown_code_address_per_10_minutes")
    return patch
  }

  private func seconds(_ name: String, _ range: ClosedRange<Int>) -> Int? {
    optional(name, integer(name, range))
  }

  private func rateLimit(_ name: String) -> Field<Int> {
    integer(name, RateLimits.range)
  }
}
