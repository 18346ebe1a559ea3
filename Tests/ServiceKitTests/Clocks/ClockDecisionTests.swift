import Testing

@testable import ServiceKit

@Suite struct `Whether to answer by this clock` {
  private typealias Distance = ClockDecision.Distance

  @Test func `a clock is trusted unless it is far from every store that could be read`() {
    let distances: [Distance?] = [nil, .near, .apart, .far]
    for postgres in distances {
      for redis in distances {
        let decision = ClockDecision(postgres: postgres, redis: redis)
        let isFar = (postgres == .far || redis == .far)
        let isOutvoted = isFar && [postgres, redis].allSatisfy { $0 == nil || $0 == .far }
        #expect(decision.isFit == !isOutvoted, "\(decision)")
      }
    }
  }

  @Test func `one store that is near outvotes the other, whichever it is`() {
    #expect(ClockDecision(postgres: .far, redis: .near).isFit)
    #expect(ClockDecision(postgres: .near, redis: .far).isFit)
    #expect(ClockDecision(postgres: .far, redis: .apart).isFit)
    #expect(!ClockDecision(postgres: .far, redis: .far).isFit)
  }

  @Test func `where one store alone could be read and is far, nothing is answered`() {
    #expect(!ClockDecision(postgres: .far, redis: nil).isFit)
    #expect(!ClockDecision(postgres: nil, redis: .far).isFit)
    #expect(ClockDecision().isFit)
  }
}
