import Licensing
import Testing

@Suite struct AppSettingsTests {
  @Test func `a new app has the documented defaults, all within their ranges`() {
    let settings = AppSettings()
    #expect(settings.offlineGraceSeconds == 172_800)
    #expect(settings.verifyIntervalSeconds == 3600)
    #expect(settings.forceOnline == false)
    #expect(settings.tokenTTLSeconds == 43_200)
    #expect(settings.requestAuthentication == .signed)
    #expect(settings.selfUnbindPer30Days == 0)
    #expect(AppSettings.offlineGraceSecondsRange.contains(settings.offlineGraceSeconds))
    #expect(AppSettings.verifyIntervalSecondsRange.contains(settings.verifyIntervalSeconds))
    #expect(AppSettings.tokenTTLSecondsRange.contains(settings.tokenTTLSeconds))
  }

  @Test func `a span of no time is refused where time must pass`() {
    #expect(!AppSettings.verifyIntervalSecondsRange.contains(0))
    #expect(!AppSettings.tokenTTLSecondsRange.contains(0))
    #expect(!RateLimits.range.contains(0))
    #expect(AppSettings.offlineGraceSecondsRange.contains(0))
  }

  @Test func `apps see three settings`() {
    var settings = AppSettings()
    settings.forceOnline = true
    let seen = ClientSettings(settings)
    #expect(seen.offlineGraceSeconds == 172_800)
    #expect(seen.verifyIntervalSeconds == 3600)
    #expect(seen.forceOnline)
  }
}
