import Instants
import Licensing
import Testing

@Suite struct LicensePatchTests {
  private let now = Sample.now
  private let day = Sample.day

  private func patch(
    _ license: License, _ edit: (inout LicensePatch) -> Void
  ) -> LicenseChange {
    var patch = LicensePatch()
    edit(&patch)
    return LicenseChange.patch(license, patch)
  }

  @Test func `a patch that names nothing changes nothing`() {
    #expect(patch(Sample.active()) { _ in } == .unchanged)
  }

  @Test func `a patch to what is there already changes nothing`() {
    let license = Sample.active()
    let change = patch(license) {
      $0.plan = license.plan
      $0.expiresAt = .value(license.expiresAt!)
      $0.allowDevices = .value(1)
      $0.features = Features.none
      $0.remark = .value("for Ada")
      $0.orderID = .value("77")
    }
    #expect(change == .unchanged)
  }

  // TOK-03
  @Test func `a disabled licence stays disabled whatever is edited`() throws {
    let license = Sample.license(allowDevices: 999, disabledAt: now - day)
    let after = try #require(patch(license) { $0.allowDevices = .value(99) }.license)
    var expected = license
    expected.allowDevices = 99
    expected.version += 1
    #expect(after == expected)
  }

  @Test func `null empties, and is told from absent`() throws {
    let after = try #require(
      patch(Sample.active()) {
        $0.allowDevices = .null
        $0.remark = .null
      }.license)
    #expect(after.allowDevices == nil)
    #expect(after.remark == nil)
    #expect(after.orderID == "77")
  }

  @Test func `a text that only looks the same is a change`() throws {
    var license = Sample.active()
    license.remark = "\u{E9}"
    let after = try #require(patch(license) { $0.remark = .value("e\u{301}") }.license)
    #expect(Array(after.remark!.unicodeScalars).count == 2)
  }

  @Test func `an end may lie in the past and ends at once`() throws {
    let after = try #require(
      patch(Sample.active()) { $0.expiresAt = .value(now - day) }.license)
    #expect(LicenseState.status(of: after, now: now) == .expired)
  }

  @Test func `an end of null gives the end back to the plan`() throws {
    var license = Sample.active(plan: .monthly)
    license.expiresAt = now + 1000 * day
    let after = try #require(patch(license) { $0.expiresAt = .null }.license)
    #expect(after.expiresAt == license.activatedAt! + 30 * day)
  }

  @Test func `an end of null before first activation waits for it`() throws {
    let license = Sample.license(expiresAt: now + day)
    let after = try #require(patch(license) { $0.expiresAt = .null }.license)
    #expect(after.expiresAt == nil)
    #expect(after.durationDays == 365)
  }

  @Test(
    arguments: [
      (Plan.trial, 7), (.monthly, 30), (.lifetime, nil),
    ] as [(Plan, Int64?)])
  func `a change of plan alone gives the end to the new plan`(
    _ plan: Plan, _ days: Int64?
  ) throws {
    var license = Sample.active(plan: .yearly)
    license.expiresAt = now + 1000 * day
    let after = try #require(patch(license) { $0.plan = plan }.license)
    #expect(after.plan == plan)
    #expect(after.durationDays == days.map { Int($0) })
    #expect(after.expiresAt == days.map { license.activatedAt! + $0 * day })
  }

  @Test func `the same plan again does not touch the end`() throws {
    var license = Sample.active(plan: .yearly)
    license.expiresAt = now + 1000 * day
    #expect(patch(license) { $0.plan = .yearly } == .unchanged)
  }

  @Test func `plan and end together are taken as they are said`() throws {
    let after = try #require(
      patch(Sample.active()) {
        $0.plan = .monthly
        $0.expiresAt = .value(now + 3 * day)
      }.license)
    #expect(after.expiresAt == now + 3 * day)
    #expect(after.durationDays == 30)
  }

  @Test(arguments: [0, -1, 1_000_001])
  func `seats are 1 to a million`(_ count: Int) {
    let change = patch(Sample.active()) { $0.allowDevices = .value(count) }
    #expect(change == .refused(.devicesOutOfRange))
  }

  @Test func `texts have their limits in scalars`() {
    let long = String(repeating: "e\u{301}", count: 501)
    #expect(patch(Sample.active()) { $0.remark = .value(long) } == .refused(.remarkTooLong))
    let order = String(repeating: "x", count: 129)
    #expect(patch(Sample.active()) { $0.orderID = .value(order) } == .refused(.orderIDTooLong))
    #expect(patch(Sample.active()) { $0.orderID = .value(String(order.dropLast())) }.license != nil)
  }

  @Test func `an end beyond the calendar is refused`() {
    let change = patch(Sample.active()) { $0.expiresAt = .value(.latest + 1) }
    #expect(change == .refused(.beyondCalendar))
  }
}
