import Testing

@testable import LoadTest

@Suite struct MixTests {
  @Test func `weights are read`() throws {
    let mix = try #require(Mix(text: "verify=95,renew=3,activate=2"))
    #expect(mix.kinds == [.verify, .renew, .activate])
    #expect(mix.weight(of: .renew) == 3)
    #expect(Mix(text: "healthz")?.kinds == [.healthz])
  }

  @Test(arguments: [
    "", "verify=", "verify=0", "verify=-1", "verify=1,verify=2", "nothing=1", "verify=1,",
    "verify=1.5",
  ])
  func `another form is refused`(_ text: String) {
    #expect(Mix(text: text) == nil)
  }

  @Test func `at any time each kind is within one of its share`() throws {
    var picker = MixPicker(try #require(Mix(text: "verify=95,renew=3,activate=2")))
    var counts: [RequestKind: Int] = [:]
    for number in 1...1000 {
      counts[picker.next(), default: 0] += 1
      for (kind, weight) in [(RequestKind.verify, 95), (.renew, 3), (.activate, 2)] {
        let share = Double(number * weight) / 100
        #expect(abs(Double(counts[kind] ?? 0) - share) <= 1)
      }
    }
    #expect(counts == [.verify: 950, .renew: 30, .activate: 20])
  }

  @Test func `a share is sampled evenly`() {
    var sampler = Sampler(share: 0.01)
    let chosen = (0..<10_000).filter { _ in sampler.chooses() }
    #expect(chosen.count == 100)
    var all = Sampler(share: 1)
    #expect((0..<100).allSatisfy { _ in all.chooses() })
    var none = Sampler(share: 0)
    #expect(!(0..<100).contains { _ in none.chooses() })
  }

  @Test(arguments: [1, 2, 3, 7])
  func `threads share connections and rate, and lose none`(_ threads: Int) {
    var plan = LoadPlan(url: "")
    plan.threads = threads
    plan.connections = 64
    plan.pace = .open(requestsPerSecond: 700)
    let shares = LaneShare.split(plan)
    #expect(shares.count == threads)
    #expect(shares.map(\.connections).reduce(0, +) == 64)
    #expect(
      shares.allSatisfy { $0.pace == .open(requestsPerSecond: 700 / Double(threads)) })
  }

  @Test func `activations are given out once each, and to no two threads`() {
    let one = Activations(codes: ["A"], usesPerCode: 10)
    let many = Activations(codes: ["A", "B", "C", "D", "E"], usesPerCode: 1)
    for (activations, total) in [(one, 9), (many, 5)] {
      var devices: Set<Int> = []
      for var part in activations.split(3) {
        while let next = part.next() { #expect(devices.insert(next.device).inserted) }
      }
      #expect(devices.count == total)
    }
  }
}
