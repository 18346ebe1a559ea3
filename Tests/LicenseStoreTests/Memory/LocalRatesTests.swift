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
    let needs = (0..<60).map { _ in counts.needsRedis(check, at: now) }
    #expect(needs.prefix(15).allSatisfy { !$0 })
    #expect(needs.dropFirst(15).allSatisfy { $0 })
    #expect(counts.needsRedis(check, at: now) == true)
    #expect(counts.needsRedis(check, at: UnixMilliseconds(now.value + 60_000)) == false)
  }

  @Test func `A steady stream above a quarter stays in Redis`() {
    var counts = TokenCounts()
    let check = Samples.check(limit: 60)
    var needs: [Bool] = []
    for second in 0..<120 {
      let time = UnixMilliseconds(now.value + Int64(second) * 1000)
      for _ in 0..<2 { needs.append(counts.needsRedis(check, at: time)) }
    }
    #expect(needs.suffix(200).allSatisfy { $0 })
  }

  @Test func `A limit below four is always counted in Redis`() {
    var counts = TokenCounts()
    #expect(counts.needsRedis(Samples.check(limit: 3), at: now) == true)
  }
}
