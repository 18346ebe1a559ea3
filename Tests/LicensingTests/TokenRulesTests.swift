import Instants
import Licensing
import Testing

@Suite struct TokenRulesTests {
  private let now = Sample.now

  private func state(
    generation: UInt32 = 5, issued: Int64 = 0, ends: Int64 = 43_200, previousEnds: Int64? = nil
  ) -> TokenState {
    TokenState(
      generation: generation, keyNumber: 1, issuedAt: now + issued, endsAt: now + ends,
      previousEndsAt: previousEnds.map { now + $0 })
  }

  private func next(
    _ current: TokenState?, slidEnd: Timestamp? = nil, ttlSeconds: Int = 43_200,
    keys: TokenKeyNumbers = TokenKeyNumbers(current: 2, others: [1])
  ) -> (state: TokenState, isNew: Bool) {
    TokenRules.next(
      current: current, slidEnd: slidEnd, now: now, ttlSeconds: ttlSeconds, keys: keys)
  }

  @Test func `the first token is generation one and replaces none`() {
    let (first, isNew) = next(nil)
    #expect(isNew)
    #expect(
      first
        == TokenState(
          generation: 1, keyNumber: 2, issuedAt: now, endsAt: now + 43_200, previousEndsAt: nil))
  }

  // TOK-04
  @Test(arguments: [(0, false), (-5, false), (-9, false), (-10, true), (-11, true), (3, false)])
  func `within ten seconds of its issue the same token is given again`(
    _ issued: Int64, _ isNew: Bool
  ) {
    let current = state(issued: issued)
    let outcome = next(current)
    #expect(outcome.isNew == isNew)
    #expect((outcome.state == current) == !isNew)
  }

  // TOK-04
  @Test func `the next token leaves the one before a minute`() {
    let (successor, _) = next(state(issued: -3600))
    #expect(successor.generation == 6)
    #expect(successor.keyNumber == 2)
    #expect(successor.issuedAt == now)
    #expect(successor.endsAt == now + 43_200)
    #expect(successor.previousEndsAt == now + 60)
  }

  @Test(
    arguments: [
      (43_200, 30, 30), (43_200, 600, 60), (20, nil, 20), (20, 600, 60), (-5, nil, -5),
      (43_200, -7, -7), (0, nil, 0),
    ] as [(Int64, Int64?, Int64)])
  func `a replaced token does not outlive its own end, which is where Redis has it`(
    _ ends: Int64, _ slidEnd: Int64?, _ previousEnds: Int64
  ) {
    let (successor, isNew) = next(
      state(issued: -3600, ends: ends), slidEnd: slidEnd.map { now + $0 })
    #expect(isNew)
    #expect(successor.previousEndsAt == now + previousEnds)
  }

  @Test(
    arguments: [(1, [], false), (2, [1], false), (2, [], true), (2, [3], true)]
      as [(UInt8, Set<UInt8>, Bool)])
  func `a token is given again only where its key is at hand`(
    _ current: UInt8, _ others: Set<UInt8>, _ isNew: Bool
  ) {
    let outcome = next(state(), keys: TokenKeyNumbers(current: current, others: others))
    #expect(outcome.isNew == isNew)
    #expect(outcome.state.keyNumber == (isNew ? current : 1))
  }

  @Test func `a token that has ended is not given again`() {
    let (successor, isNew) = next(state(issued: -2, ends: 0))
    #expect(isNew)
    #expect(successor.generation == 6)
    #expect(successor.previousEndsAt == now)
  }

  @Test func `after the last generation the same one is issued again`() {
    let (successor, isNew) = next(state(generation: 0xFF_FFFF, issued: -3600))
    #expect(isNew)
    #expect(successor.generation == 0xFF_FFFF)
    #expect(successor.endsAt == now + 43_200)
  }

  @Test(
    arguments: [
      (5, 10, nil, nil, .current(endsAt: Sample.now + 10)),
      (5, 10, nil, 99, .current(endsAt: Sample.now + 99)),
      (5, 0, nil, nil, .refused(.expired)),
      (5, 10, nil, 0, .refused(.expired)),
      (5, -1, nil, 99, .current(endsAt: Sample.now + 99)),
      (4, 10, 60, nil, .previous(endsAt: Sample.now + 60)),
      (4, 10, 60, 99, .previous(endsAt: Sample.now + 60)),
      (4, 10, 0, nil, .refused(.expired)),
      (4, 10, nil, nil, .refused(.invalid)),
      (3, 10, 60, nil, .refused(.invalid)),
      (0, 10, 60, nil, .refused(.invalid)),
      (6, 10, 60, nil, .unknownNewer),
    ] as [(UInt32, Int64, Int64?, Int64?, TokenJudgement)])
  func `a token is judged by its generation and its own end`(
    _ generation: UInt32, _ ends: Int64, _ previousEnds: Int64?, _ slidEnd: Int64?,
    _ expected: TokenJudgement
  ) {
    let judgement = TokenRules.judge(
      tokenGeneration: generation, state: state(ends: ends, previousEnds: previousEnds),
      slidEnd: slidEnd.map { now + $0 }, now: now)
    #expect(judgement == expected)
  }

  // TOK-04
  @Test func `after the grace the replaced token and the one before it are refused alone`() {
    let first = state(generation: 1, issued: -3600)
    let second = next(first).state
    let later = now + 60
    let judge = { (generation: UInt32) in
      TokenRules.judge(tokenGeneration: generation, state: second, slidEnd: nil, now: later)
    }
    #expect(judge(1) == .refused(.expired))
    #expect(judge(2) == .current(endsAt: now + 43_200))
    #expect(judge(0) == .refused(.invalid))
  }
}
