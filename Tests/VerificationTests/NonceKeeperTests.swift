import Instants
import LicenseStore
import Licensing
import ServiceAPI
import TestWorkers
import Testing

@testable import Verification

@Suite struct `Whether a nonce is new` {
  private var keeper = NonceKeeper()
  private let id = RequestID.random()

  /// A word for the outcome of one judgement.
  private mutating func judge(
    _ request: RequestID = .random(), inRedis: NonceOutcome?, isStrict: Bool,
    secondsAgo: Int64 = 0
  ) -> String {
    let sentAt = Samples.now - secondsAgo
    let outcome = keeper.judge(
      Samples.claim(Samples.nonce, request, sentAt: sentAt),
      of: .signed(nonce: Samples.nonce, sentAt: sentAt), inRedis: inRedis, isStrict: isStrict,
      now: Samples.now)
    return switch outcome {
    case .new: "new"
    case .sentAgain: "again"
    case .refused(.nonceReplayed): "replayed"
    case .refused(.notFresh): "stale"
    case .refused: "refused"
    }
  }

  @Test mutating func `what Redis says counts while it remembers all`() {
    #expect(judge(inRedis: .claimed, isStrict: false) == "new")
    #expect(judge(inRedis: .claimed, isStrict: false) == "new", "no second copy is kept")
    #expect(judge(inRedis: .claimedBefore, isStrict: false) == "again")
    #expect(judge(inRedis: .replayed, isStrict: false) == "replayed")
    #expect(judge(inRedis: .claimed, isStrict: false, secondsAgo: 300) == "new")
  }

  @Test mutating func `without Redis the process remembers`() {
    #expect(judge(id, inRedis: nil, isStrict: true) == "new")
    #expect(judge(inRedis: nil, isStrict: true) == "replayed")
    #expect(judge(id, inRedis: nil, isStrict: true) == "again")
  }

  @Test mutating func `what only the process has claimed is refused when Redis is back`() {
    #expect(judge(inRedis: nil, isStrict: true) == "new")
    #expect(judge(inRedis: .claimed, isStrict: true) == "replayed")
    #expect(judge(inRedis: .claimed, isStrict: false) == "replayed")
  }

  @Test mutating func `what Redis claims after an epoch is remembered in case it is lost again`() {
    #expect(judge(inRedis: .claimed, isStrict: true) == "new")
    #expect(judge(inRedis: nil, isStrict: true) == "replayed")
  }

  @Test mutating func `in the strict time requests are a minute old at most`() {
    #expect(judge(inRedis: .claimed, isStrict: true, secondsAgo: 61) == "stale")
    #expect(judge(inRedis: .claimed, isStrict: true, secondsAgo: -61) == "stale")
    #expect(judge(inRedis: .replayed, isStrict: true, secondsAgo: 61) == "replayed")
    #expect(judge(inRedis: .claimed, isStrict: true, secondsAgo: 60) == "new")
  }

  @Test mutating func `a proof without a nonce to claim is always new`() {
    let outcome = keeper.judge(
      nil, of: .bearer(nonce: Samples.nonce), inRedis: nil, isStrict: true, now: Samples.now)
    guard case .new = outcome else { return #expect(Bool(false), "a bearer claims nothing") }
  }

  @Test mutating func `ended claims are forgotten, live ones are not`() {
    #expect(judge(inRedis: nil, isStrict: true) == "new")
    keeper.forgetEnded(at: Samples.now + 360)
    #expect(judge(inRedis: nil, isStrict: true) == "replayed")
    keeper.forgetEnded(at: Samples.now + 370)
    #expect(judge(inRedis: nil, isStrict: true) == "new")
  }

  @Test mutating func `a full memory refuses rather than forgets`() {
    keeper = NonceKeeper(capacity: 2)
    let claims = (0..<3).map { Samples.claim("nonce-000000000\($0)") }
    let outcomes = claims.map { claim in
      keeper.judge(
        claim, of: .signed(nonce: "", sentAt: Samples.now), inRedis: nil, isStrict: true,
        now: Samples.now)
    }
    guard case .new = outcomes[0], case .new = outcomes[1],
      case .refused(.unavailable) = outcomes[2]
    else { return #expect(Bool(false), "two find room, the third is refused") }
  }
}
