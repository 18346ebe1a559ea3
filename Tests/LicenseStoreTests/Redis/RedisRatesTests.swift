import Instants
import LicenseStore
import Licensing
import Redis
import TestStores
import Testing

@Suite struct RedisRatesTests {
  let bench: RedisBench
  let store: RedisStore

  init() throws {
    bench = try RedisBench()
    store = try bench.makeReadyStore()
  }

  private let key = "cs:1:r:activate_device:" + "\(Samples.app)".dropFirst(4) + ":device-0001"

  private func count(_ check: RateCheck) throws -> RateOutcome {
    try store.countRates([check])[0]
  }

  @Test func `One call a minute: the second waits for a whole minute (LIM-02)`() throws {
    let check = Samples.check(limit: 1)
    #expect(try count(check).isAllowed)
    let second = try count(check)
    #expect(!second.isAllowed)
    #expect(second.retryAfterSeconds == 60)
    #expect(second.remaining == 0)
  }

  @Test(arguments: [1, 7, 60, 1000])
  func `Exactly the limit goes through at once`(limit: Int) throws {
    // A window so long that nothing drains while the calls are made.
    let check = Samples.check(limit: limit, windowSeconds: 86_400)
    let outcomes = try store.countRates(Array(repeating: check, count: limit + 3))
    #expect(outcomes.prefix(limit).allSatisfy { $0.isAllowed })
    #expect(outcomes.suffix(3).allSatisfy { !$0.isAllowed })
    #expect(outcomes[0].remaining == limit - 1)
  }

  @Test func `The script keeps the number that the rule gives`() throws {
    for limit in [1, 3, 7, 60, 999_983] {
      let check = Samples.check(limit: limit, windowSeconds: 600, subject: "device-0001")
      for _ in 0..<12 {
        let outcome = try count(check)
        #expect(try bench.redis.run("get", key) == String(outcome.newTAT))
      }
    }
  }

  @Test func `A window without an end is repaired by the next call (LIM-01)`() throws {
    try bench.redis.run("set", key, "5")
    #expect(try bench.redis.run("ttl", key) == "-1")
    #expect(try count(Samples.check(limit: 1)).isAllowed)
    #expect((1...60).contains(Int(try bench.redis.run("ttl", key)) ?? 0))
  }

  @Test(arguments: ["9999999999999999999999", "9000000000000000"])
  func `A number that is far ahead shuts nobody out for longer than a window`(
    number: String
  ) throws {
    try bench.redis.run("set", key, number)
    let outcome = try count(Samples.check(limit: 1))
    #expect(!outcome.isAllowed)
    #expect(outcome.retryAfterMs <= 60_000)
    #expect((1...60).contains(Int(try bench.redis.run("ttl", key)) ?? 0))
  }

  @Test(arguments: ["", "x", "-5", "1e9", "nan"])
  func `A number that cannot be read counts as none`(text: String) throws {
    try bench.redis.run("set", key, text)
    #expect(try count(Samples.check(limit: 1)).isAllowed)
    #expect((1...60).contains(Int(try bench.redis.run("ttl", key)) ?? 0))
  }

  @Test func `After ten thousand calls no window is without an end (LIM-01)`() throws {
    for batch in 0..<10 {
      let checks = (0..<1000).map { Samples.check(limit: 3, subject: "\($0 % 37)-\(batch % 2)") }
      _ = try store.countRates(checks)
    }
    #expect(try bench.keysWithoutEnd() == ["cs:1:run"])
  }

  @Test func `Looking does not count`() throws {
    let check = Samples.check(limit: 1)
    for _ in 0..<3 { #expect(try store.peekRates([check])[0].isAllowed) }
    #expect(try bench.redis.run("exists", key) == "0")
    #expect(try count(check).isAllowed)
    #expect(try !store.peekRates([check])[0].isAllowed)
  }

  @Test func `Subjects, rules and apps have windows of their own`() throws {
    #expect(try count(Samples.check(limit: 1)).isAllowed)
    #expect(try count(Samples.check(limit: 1, subject: "another")).isAllowed)
    var otherApp = Samples.check(limit: 1)
    otherApp.appID = AppID(rawValue: 1)
    #expect(try count(otherApp).isAllowed)
    var otherRule = Samples.check(limit: 1)
    otherRule.rule = RateRule(name: .renewDevice, limit: 1, windowSeconds: 60)
    #expect(try count(otherRule).isAllowed)
    #expect(try !count(Samples.check(limit: 1)).isAllowed)
  }

  @Test(arguments: ["%s%n", "xxxxxxxx\r\nFLUSHALL", "a:b c"])
  func `Whatever a subject is called, it is one subject (RED-03)`(subject: String) throws {
    let check = Samples.check(limit: 1, subject: subject)
    #expect(try count(check).isAllowed)
    #expect(try !count(check).isAllowed)
    #expect(try bench.redis.run("exists", "cs:1:run") == "1")
  }

  @Test func `Two processes share a window`() throws {
    let other = try bench.makeReadyStore()
    #expect(try count(Samples.check(limit: 2)).isAllowed)
    #expect(try other.countRates([Samples.check(limit: 2)])[0].isAllowed)
    #expect(try !count(Samples.check(limit: 2)).isAllowed)
  }
}
