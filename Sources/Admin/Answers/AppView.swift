import JSON
import LicenseStore
import Licensing

/// An app as answers show it. A client key is in the answer of the call that made the app, and in
/// no other.
struct AppView {
  var app: App
  var clientKey: ShownKey = .none

  enum ShownKey {
    /// The answer has no such field.
    case none
    /// `null` stands where the key was shown once.
    case shownBefore
    case shown(String)
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", app.id.description)
    writer.member("name", app.name)
    writer.member("bundle_id", app.bundleID)
    writer.name("settings")
    SettingsView(settings: app.settings).write(to: &writer)
    writer.name("features")
    writer.raw(app.features.json)
    writer.name("version")
    writer.integer(app.version)
    writer.member("created_at", app.createdAt)
    writeKey(to: &writer)
    writer.endObject()
  }

  private func writeKey(to writer: inout JSONWriter) {
    switch clientKey {
    case .none: break
    case .shownBefore: writer.member("client_key", nil as String?)
    case .shown(let key): writer.member("client_key", key)
    }
  }
}

/// All settings of an app, defaults included.
struct SettingsView {
  var settings: AppSettings

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.count("offline_grace_seconds", settings.offlineGraceSeconds)
    writer.count("verify_interval_seconds", settings.verifyIntervalSeconds)
    writer.member("force_online", settings.forceOnline)
    writer.count("token_ttl_seconds", settings.tokenTTLSeconds)
    writer.member("request_auth", settings.requestAuthentication.rawValue)
    writer.count("self_unbind_per_30_days", settings.selfUnbindPer30Days)
    writer.name("rate_limits")
    write(settings.rateLimits, to: &writer)
    writer.endObject()
  }

  private func write(_ limits: RateLimits, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.count("activate_device_per_minute", limits.activateDevicePerMinute)
    writer.count("activate_address_per_minute", limits.activateAddressPerMinute)
    writer.count("renew_device_per_minute", limits.renewDevicePerMinute)
    writer.count("verify_token_per_minute", limits.verifyTokenPerMinute)
    writer.count("unknown_code_address_per_10_minutes", limits.unknownCodeAddressPer10Minutes)
    writer.endObject()
  }
}

extension JSONWriter {
  mutating func count(_ name: StaticString, _ value: Int?) {
    self.name(name)
    integer(value)
  }
}
