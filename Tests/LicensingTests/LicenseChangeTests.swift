import Instants
import Licensing
import Testing

@Suite struct LicenseChangeTests {
  private let now = Sample.now
  private let day = Sample.day

  private func instant(_ text: String) -> Timestamp { Timestamp(rfc3339: text)! }

  @Test(arguments: [(.trial, 7), (.monthly, 30), (.yearly, 365)] as [(Plan, Int64)])
  func `first activation starts the plan's days`(_ plan: Plan, _ days: Int64) throws {
    let after = try #require(
      LicenseChange.activate(Sample.license(plan: plan), now: now).license)
    #expect(after.activatedAt == now)
    #expect(after.expiresAt == now + days * day)
    #expect(after.version == 6)
  }

  @Test func `a lifetime starts without an end`() throws {
    let change = LicenseChange.activate(Sample.license(plan: .lifetime), now: now)
    let after = try #require(change.license)
    #expect(after.activatedAt == now)
    #expect(after.expiresAt == nil)
  }

  @Test func `an explicit end is absolute and starts nothing`() throws {
    let end = now + 3 * day
    let change = LicenseChange.activate(Sample.license(expiresAt: end), now: now)
    #expect(try #require(change.license).expiresAt == end)
  }

  @Test func `a later activation changes nothing`() {
    #expect(LicenseChange.activate(Sample.active(), now: now) == .unchanged)
  }

  // EXP-03: a month is thirty days of 24 h
  @Test func `monthly licences step by exactly thirty days`() throws {
    var license = Sample.license(plan: .monthly)
    let start = instant("2024-01-31T00:00:00Z")
    license = try #require(LicenseChange.activate(license, now: start).license)
    #expect(license.expiresAt == instant("2024-03-01T00:00:00Z"))
    license = try #require(LicenseChange.extend(license, days: 30, now: start).license)
    #expect(license.expiresAt == instant("2024-03-31T00:00:00Z"))
    license = try #require(LicenseChange.extend(license, days: 30, now: start).license)
    #expect(license.expiresAt == instant("2024-04-30T00:00:00Z"))
  }

  // EXP-04
  @Test(arguments: [
    ("2026-12-31T00:00:00Z", "2026-10-31T00:00:00Z", "2027-12-31T00:00:00Z"),
    ("2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z", "2027-04-01T00:00:00Z"),
  ])
  func `extending starts at now or at the end, whichever is later`(
    _ end: String, _ now: String, _ expected: String
  ) throws {
    let license = Sample.license(expiresAt: instant(end), activatedAt: instant(end) - 100 * day)
    let change = LicenseChange.extend(license, days: 365, now: instant(now))
    #expect(try #require(change.license).expiresAt == instant(expected))
  }

  @Test func `extending an explicit end before first activation moves that end`() throws {
    let license = Sample.license(expiresAt: now + day)
    let after = try #require(LicenseChange.extend(license, days: 2, now: now).license)
    #expect(after.expiresAt == now + 3 * day)
    #expect(after.durationDays == 365)
  }

  @Test func `before first activation the plan's days grow`() throws {
    let license = Sample.license(plan: .monthly)
    let after = try #require(LicenseChange.extend(license, days: 10, now: now).license)
    #expect(after.durationDays == 40)
    #expect(after.expiresAt == nil)
    let activated = try #require(LicenseChange.activate(after, now: now).license)
    #expect(activated.expiresAt == now + 40 * day)
  }

  @Test func `what has no end cannot be extended`() {
    let started = Sample.license(plan: .lifetime, activatedAt: now)
    #expect(LicenseChange.extend(started, days: 1, now: now) == .refused(.noEnd))
    let fresh = Sample.license(plan: .lifetime)
    #expect(LicenseChange.extend(fresh, days: 1, now: now) == .refused(.noEnd))
  }

  @Test(arguments: [0, -1, 36_501, Int.max, Int.min])
  func `days are 1 to 36500`(_ days: Int) {
    #expect(
      LicenseChange.extend(Sample.active(), days: days, now: now) == .refused(.daysOutOfRange))
  }

  @Test func `no end lies beyond the calendar`() {
    let late = Sample.license(expiresAt: Timestamp.latest - day, activatedAt: now)
    #expect(LicenseChange.extend(late, days: 2, now: now) == .refused(.beyondCalendar))
    #expect(LicenseChange.extend(late, days: 1, now: now).license?.expiresAt == .latest)
    var long = Sample.license()
    long.durationDays = 2_900_000
    #expect(LicenseChange.extend(long, days: 36_500, now: now) == .refused(.beyondCalendar))
    long.durationDays = 3_000_000
    #expect(LicenseChange.activate(long, now: now).license?.expiresAt == .latest)
  }

  @Test func `disabling keeps its first reason, and enabling forgets it`() throws {
    let license = Sample.active()
    let change = LicenseChange.disable(license, reason: "refund", now: now)
    let disabled = try #require(change.license)
    #expect(disabled.disabledAt == now)
    #expect(disabled.disabledReason == "refund")
    #expect(LicenseChange.disable(disabled, reason: "other", now: now + 1) == .unchanged)
    let enabled = try #require(LicenseChange.enable(disabled).license)
    #expect(enabled.disabledAt == nil)
    #expect(enabled.disabledReason == nil)
    #expect(enabled.version == license.version + 2)
    #expect(LicenseChange.enable(enabled) == .unchanged)
  }
}
