import Licensing
import Testing

@Suite struct GcraTests {
  private let start: Int64 = 1_800_000_000_000

  private func rule(_ limit: Int, _ windowSeconds: Int = 60) -> RateRule {
    RateRule(name: .activateDevice, limit: limit, windowSeconds: windowSeconds)
  }

  // LIM-02
  @Test func `the edge of a clock's minute is no edge of the window`() {
    let first = Gcra.step(storedTAT: nil, nowMs: start + 59_995, rule: rule(1))
    #expect(first.isAllowed)
    #expect(first.remaining == 0)
    let second = Gcra.step(storedTAT: first.newTAT, nowMs: start + 60_005, rule: rule(1))
    #expect(!second.isAllowed)
    #expect(second.retryAfterMs == 59_990)
    #expect(second.retryAfterSeconds == 60)
  }

  @Test func `after the time it named the next call is let through`() {
    let first = Gcra.step(storedTAT: nil, nowMs: start, rule: rule(1))
    let early = Gcra.step(storedTAT: first.newTAT, nowMs: start + 59_999, rule: rule(1))
    #expect(!early.isAllowed)
    #expect(early.retryAfterSeconds == 1)
    #expect(Gcra.step(storedTAT: first.newTAT, nowMs: start + 60_000, rule: rule(1)).isAllowed)
  }

  @Test(arguments: [1, 2, 7, 10, 30, 60, 999, 7000])
  func `exactly the limit is let through at once`(_ limit: Int) {
    var tat: Int64?
    var allowed = 0
    for call in 1...limit + 5 {
      let outcome = Gcra.step(storedTAT: tat, nowMs: start, rule: rule(limit))
      if outcome.isAllowed {
        allowed += 1
        #expect(outcome.remaining == limit - call)
      }
      tat = outcome.newTAT
    }
    #expect(allowed == limit)
  }

  @Test func `a refused call costs nothing`() {
    var outcome = Gcra.step(storedTAT: nil, nowMs: start, rule: rule(1))
    for second in 1..<60 {
      outcome = Gcra.step(
        storedTAT: outcome.newTAT, nowMs: start + Int64(second) * 1000, rule: rule(1))
      #expect(!outcome.isAllowed)
    }
    #expect(Gcra.step(storedTAT: outcome.newTAT, nowMs: start + 60_000, rule: rule(1)).isAllowed)
  }

  // LIM-01
  @Test(arguments: [0, 5, -7, Int64.max, 9_000_000_000_000_000])
  func `a broken number heals within one window`(_ stored: Int64) {
    let rule = rule(10)
    var tat: Int64? = stored
    var refusals = 0
    for second in 0..<60 {
      let outcome = Gcra.step(storedTAT: tat, nowMs: start + Int64(second) * 1000, rule: rule)
      refusals += outcome.isAllowed ? 0 : 1
      #expect(outcome.retryAfterMs <= 60_000)
      tat = outcome.newTAT
    }
    let after = Gcra.step(storedTAT: tat, nowMs: start + 120_000, rule: rule)
    #expect(after.isAllowed)
    #expect(after.remaining == 9)
    #expect(refusals < 60)
  }

  // LIM-01
  @Test func `over ten thousand calls the rate is the limit's`() {
    let rule = rule(60)
    var tat: Int64?
    var allowed = 0
    for call in 0..<10_000 {
      let outcome = Gcra.step(storedTAT: tat, nowMs: start + Int64(call) * 100, rule: rule)
      allowed += outcome.isAllowed ? 1 : 0
      tat = outcome.newTAT
    }
    // 1,000 s at one a second, and the burst of one window.
    #expect((1000...1060).contains(allowed))
  }

  @Test func `a clock that steps back does not shut anybody out`() {
    let first = Gcra.step(storedTAT: nil, nowMs: start, rule: rule(10))
    let back = Gcra.step(storedTAT: first.newTAT, nowMs: start - 3_600_000, rule: rule(10))
    #expect(back.retryAfterMs <= 6000)
  }

  @Test(arguments: [(1, 1), (2, 1), (10, 5), (61, 30)])
  func `a rule that a process counts alone is halved`(_ limit: Int, _ halved: Int) {
    #expect(rule(limit).halved.limit == halved)
  }

  @Test func `each setting is a rule, and null lifts it`() {
    var limits = RateLimits()
    let names = RateRule.Name.allCases.filter { $0 != .deactivateToken }
    let rules = names.compactMap { limits.rule($0) }
    #expect(rules.map(\.limit) == [10, 30, 10, 60, 10])
    #expect(rules.map(\.windowSeconds) == [60, 60, 60, 60, 600])
    limits.activateDevicePerMinute = nil
    #expect(limits.rule(.activateDevice) == nil)
  }

  // LIM-02
  @Test(arguments: [1, 2, 6, 10])
  func `in any window fewer than two limits are let through, and one limit over time`(
    _ limit: Int
  ) {
    let rule = rule(limit)
    let (window, tries) = (Int64(rule.windowSeconds) * 1000, Int64(600))
    var stored: Int64?
    var passed: [Int64] = []
    for now in stride(from: 0, to: 10 * window, by: Int(window / tries)) {
      let outcome = Gcra.step(storedTAT: stored, nowMs: Int64(now), rule: rule)
      stored = outcome.newTAT
      if outcome.isAllowed { passed.append(Int64(now)) }
    }
    let most = passed.map { start in passed.count { $0 >= start && $0 < start + window } }.max()
    #expect(most == 2 * limit - 1)
    #expect((10 * limit...11 * limit).contains(passed.count))
  }
}
