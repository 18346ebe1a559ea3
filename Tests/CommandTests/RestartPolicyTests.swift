import Testing

@testable import countersign

struct RestartPolicyTests {
  @Test func `a process that keeps dying is started later and later, up to half a minute`() {
    var policy = RestartPolicy()
    let delays = (0..<9).map { _ in
      policy.delayMilliseconds(lifeMilliseconds: 50, jitter: 0)
    }
    #expect(delays == [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  }

  @Test func `one that was well for ten seconds is started soon`() {
    var policy = RestartPolicy()
    for _ in 0..<5 { _ = policy.delayMilliseconds(lifeMilliseconds: 50, jitter: 0) }
    #expect(policy.delayMilliseconds(lifeMilliseconds: 10_000, jitter: 0) == 250)
  }
}
