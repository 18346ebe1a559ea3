import Instants
import LicenseStore
import Licensing
import Testing

@Suite struct LocalNoncesTests {
  private func claim(_ nonce: String, _ request: RequestID = .random(), at time: Timestamp)
    -> NonceClaim
  {
    NonceClaim(keyID: "cst_a", nonce: nonce, requestID: request, timestamp: time)
  }

  @Test func `A nonce is claimed once, and again only by the same request`() {
    var nonces = LocalNonces()
    let first = claim("n", at: Samples.start)
    #expect(nonces.claim(first, at: Samples.start) == .known(.claimed))
    #expect(nonces.claim(first, at: Samples.start) == .known(.claimedBefore))
    #expect(nonces.claim(claim("n", at: Samples.start), at: Samples.start) == .known(.replayed))
    #expect(nonces.claim(claim("m", at: Samples.start), at: Samples.start) == .known(.claimed))
  }

  @Test func `Where it is full new work is refused, and no live nonce is forgotten (SIG-02)`() {
    var nonces = LocalNonces(capacity: 100)
    let captured = claim("captured", at: Samples.start)
    #expect(nonces.claim(captured, at: Samples.start) == .known(.claimed))
    let outcomes = (0..<1000).map {
      nonces.claim(claim("fresh-\($0)", at: Samples.start), at: Samples.start)
    }
    #expect(outcomes.prefix(99).allSatisfy { $0 == .known(.claimed) })
    #expect(outcomes.dropFirst(99).allSatisfy { $0 == .full })
    let again = claim("captured", at: Samples.start)
    #expect(nonces.claim(again, at: Samples.start) == .known(.replayed))
    #expect(nonces.count == 100)
  }

  @Test func `Room comes back when claims have ended`() {
    var nonces = LocalNonces(capacity: 1)
    #expect(nonces.claim(claim("a", at: Samples.start), at: Samples.start) == .known(.claimed))
    let inTime = Samples.start + 360
    #expect(nonces.claim(claim("b", at: inTime), at: inTime) == .full)
    let later = Samples.start + 370
    #expect(nonces.claim(claim("b", at: later), at: later) == .known(.claimed))
    #expect(nonces.count == 1)
  }

  @Test func `Nothing is forgotten before its end, and nothing is kept for long after it`() {
    var nonces = LocalNonces()
    for offset in stride(from: Int64(-300), through: 300, by: 7) {
      let time = Samples.start + offset
      #expect(nonces.claim(claim("\(offset)", at: time), at: Samples.start) == .known(.claimed))
    }
    for elapsed in stride(from: Int64(0), through: 700, by: 13) {
      nonces.forgetEnded(at: Samples.start + elapsed)
      for offset in stride(from: Int64(-300), through: 300, by: 7) where offset + 360 > elapsed {
        let again = claim("\(offset)", at: Samples.start + offset)
        #expect(nonces.claim(again, at: Samples.start + elapsed) == .known(.replayed))
      }
    }
    nonces.forgetEnded(at: Samples.start + 671)
    #expect(nonces.isEmpty)
  }
}
