import Instants
import Licensing
import Testing

@Suite struct LicenseStateTests {
  @Test(
    arguments: [
      (false, false, nil, .unactivated), (false, false, -1, .expired),
      (false, false, 1, .unactivated),
      (false, true, nil, .active), (false, true, 1, .active), (false, true, 0, .expired),
      (true, false, nil, .disabled), (true, true, 1, .disabled), (true, true, -1, .disabled),
    ] as [(Bool, Bool, Int64?, LicenseStatus)])
  func `status follows from the row and the clock`(
    _ isDisabled: Bool, _ isActivated: Bool, _ secondsLeft: Int64?, _ status: LicenseStatus
  ) {
    let license = Sample.license(
      expiresAt: secondsLeft.map { Sample.now + $0 },
      activatedAt: isActivated ? Sample.now - Sample.day : nil,
      disabledAt: isDisabled ? Sample.now - Sample.day : nil)
    #expect(LicenseState.status(of: license, now: Sample.now) == status)
  }

  @Test func `a licence is valid up to the last second before its end`() {
    let license = Sample.active(plan: .trial)
    let end = license.expiresAt!
    #expect(LicenseState.status(of: license, now: end - 1) == .active)
    #expect(LicenseState.status(of: license, now: end) == .expired)
  }

  // ACT-06
  @Test(
    arguments: [
      (1, 1, 0, false), (0, 1, 1, false), (3, 1, 0, true), (5, nil, nil, false),
      (0, nil, nil, false),
    ] as [(Int, Int?, Int?, Bool)])
  func `no seat left and no limit are two things`(
    _ used: Int, _ limit: Int?, _ remaining: Int?, _ isOver: Bool
  ) {
    let use = SeatUse(used: used, limit: limit)
    #expect(use.remaining == remaining)
    #expect(use.isOverLimit == isOver)
    #expect(use.hasFreeSeat == (limit.map { used < $0 } ?? true))
  }

  @Test func `plans have their days, and lifetime has none`() {
    #expect(Plan.allCases.map(\.days) == [7, 30, 365, nil])
  }
}
