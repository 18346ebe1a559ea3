import Instants
import Licensing
import Testing

@Suite struct `A decision about a seat that its device gives back` {
  private let now = Sample.now

  private func decide(
    _ license: License = Sample.active(), isTampered: Bool = false,
    _ seat: DeactivationDecision.Seat = .held,
    quota: SelfUnbindQuota = SelfUnbindQuota(limit: nil)
  ) -> DeactivationDecision {
    .decide(license: license, isTampered: isTampered, seat: seat, quota: quota, now: now)
  }

  private var disabled: License { Sample.license(disabledAt: now - 1) }
  private var expired: License {
    Sample.license(expiresAt: now, activatedAt: now - Sample.day)
  }

  @Test func `unbinds where nothing speaks against it`() {
    #expect(decide() == .unbind)
    #expect(decide(quota: SelfUnbindQuota(limit: 1)) == .unbind)
  }

  @Test func `of a tampered licence comes first, and counts on nothing that it says`() {
    for seat in [.held, .givenBack, .taken] as [DeactivationDecision.Seat] {
      #expect(decide(disabled, isTampered: true, seat) == .tampered)
    }
  }

  @Test func `is the same again once the seat was given back, whatever became of the licence`() {
    let used = SelfUnbindQuota(limit: 1, limitReachedAt: now)
    for license in [Sample.active(), disabled, expired] {
      #expect(decide(license, .givenBack, quota: used) == .givenBack)
      #expect(decide(license, .givenBack, quota: SelfUnbindQuota(limit: 0)) == .givenBack)
    }
  }

  @Test func `knows a seat that an operator took`() {
    for license in [Sample.active(), disabled, expired] {
      #expect(decide(license, .taken) == .notBound)
    }
  }

  @Test func `goes by the licence before it goes by the app's setting`() {
    let none = SelfUnbindQuota(limit: 0)
    #expect(decide(disabled, quota: none) == .disabled)
    #expect(decide(expired, quota: none) == .expired)
    #expect(decide(quota: none) == .notAllowed)
  }

  @Test func `waits until the quota's first seat is thirty days back, to the second`() {
    let free = now + 1
    let reached = free - 30 * Sample.day
    let quota = SelfUnbindQuota(limit: 3, limitReachedAt: reached)
    #expect(decide(quota: quota) == .quotaExceeded(until: free))
    let later = SelfUnbindQuota(limit: 3, limitReachedAt: reached - 1)
    #expect(decide(quota: later) == .unbind)
  }

  @Test func `counts nothing without a limit`() {
    #expect(decide(quota: SelfUnbindQuota(limit: nil, limitReachedAt: now)) == .unbind)
  }
}
