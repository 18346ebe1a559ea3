import Instants
import LicenseStore
import Licensing
import Testing

@Suite struct LocalRatesTests {
  private let now = UnixMilliseconds(Samples.start.secondsSinceEpoch * 1000)

  @Test func `Without Redis a process lets half the limit through`() {
    var rates = LocalRates()
    let check = Samples.check(limit: 10)
    let outcomes = (0..<8).map { _ in rates.step(check, at: now) }
    #expect(outcomes.map(\.isAllowed) == [true, true, true, true, true, false, false, false])
    #expect(outcomes[7].retryAfterSeconds == 12)
  }

  @Test func `One call goes through even where half of it is none`() {
    var rates = LocalRates()
    let check = Samples.check(limit: 1)
    #expect(rates.step(check, at: now).isAllowed)
    #expect(!rates.step(check, at: now).isAllowed)
  }

  @Test func `A window drains with time`() {
    var rates = LocalRates()
    let check = Samples.check(limit: 2)
    #expect(rates.step(check, at: now).isAllowed)
    #expect(!rates.step(check, at: UnixMilliseconds(now.value + 59_999)).isAllowed)
    #expect(rates.step(check, at: UnixMilliseconds(now.value + 60_000)).isAllowed)
  }

  @Test func `Looking does not count`() {
    var rates = LocalRates()
    let check = Samples.check(limit: 2)
    #expect(rates.peek(check, at: now).isAllowed)
    #expect(rates.count == 0)
    #expect(rates.step(check, at: now).isAllowed)
    #expect(!rates.peek(check, at: now).isAllowed)
  }

  @Test func `Invented subjects do not push out a window that is used up`() {
    var rates = LocalRates(capacity: 64)
    let guessing = Samples.check(limit: 10, windowSeconds: 600, subject: "guessing")
    while rates.step(guessing, at: now).isAllowed {}
    for number in 0..<10_000 {
      let invented = Samples.check(limit: 10, windowSeconds: 600, subject: "invented-\(number)")
      #expect(rates.step(invented, at: now).isAllowed)
    }
    #expect(rates.count <= 64)
    #expect(!rates.step(guessing, at: now).isAllowed)
  }

  @Test func `A token is counted in Redis from a quarter of its limit on`() {
    var counts = TokenCounts()
    let check = Samples.check(limit: 60)
    let answers = (0..<60).map { _ in counts.count(check, at: now) }
    #expect(answers.prefix(15).allSatisfy { $0 == .here })
    #expect(answers.dropFirst(15).allSatisfy { $0 == .inRedis })
    #expect(counts.count(check, at: UnixMilliseconds(now.value + 60_000)) == .here)
  }

  @Test func `What one process counted alone is refused without asking Redis`() {
    var counts = TokenCounts()
    let check = Samples.check(limit: 60)
    for _ in 0..<60 { _ = counts.count(check, at: now) }
    guard case .refused(let outcome) = counts.count(check, at: now) else {
      Issue.record("The 61st call of a minute was let through.")
      return
    }
    #expect(!outcome.isAllowed)
    #expect(outcome.retryAfterSeconds == 1)
  }

  @Test func `A steady stream above a quarter stays in Redis`() {
    var counts = TokenCounts()
    let check = Samples.check(limit: 60)
    var answers: [TokenCounts.Count] = []
    for second in 0..<120 {
      answers.append(counts.count(check, at: UnixMilliseconds(now.value + second * 1000)))
    }
    #expect(!answers.suffix(100).contains { if case .refused = $0 { true } else { false } })
  }

  @Test func `A limit below four is always counted in Redis`() {
    var counts = TokenCounts()
    #expect(counts.count(Samples.check(limit: 3), at: now) == .inRedis)
  }
}
