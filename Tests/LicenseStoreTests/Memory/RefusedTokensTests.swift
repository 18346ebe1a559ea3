import Instants
import LicenseStore
import Licensing
import Testing

@Suite struct RefusedTokensTests {
  private func token(_ number: UInt64) -> AccessTokenID {
    AccessTokenID(
      bindingID: BindingID(rawValue: number), licenseID: Samples.licenseID, keyNumber: 1,
      generation: 1)
  }

  @Test func `A refused token stays refused for sixty seconds`() {
    var refused = RefusedTokens()
    refused.remember(token(1), as: .invalid, at: Samples.start)
    #expect(refused.refusal(of: token(1), at: Samples.start + 59) == .invalid)
    #expect(refused.refusal(of: token(1), at: Samples.start + 60) == nil)
    #expect(refused.refusal(of: token(2), at: Samples.start) == nil)
  }

  @Test func `The reason is kept, and the newest counts`() {
    var refused = RefusedTokens()
    refused.remember(token(1), as: .invalid, at: Samples.start)
    refused.remember(token(1), as: .expired, at: Samples.start + 30)
    #expect(refused.refusal(of: token(1), at: Samples.start + 89) == .expired)
    #expect(refused.count == 1)
  }

  @Test func `Where it is full the oldest goes`() {
    var refused = RefusedTokens(capacity: 3)
    for number in 1...5 { refused.remember(token(UInt64(number)), as: .invalid, at: Samples.start) }
    let known = (1...5).map { refused.refusal(of: token($0), at: Samples.start) != nil }
    #expect(known == [false, false, true, true, true])
    #expect(refused.count == 3)
  }

  @Test func `What has ended leaves room by itself`() {
    var refused = RefusedTokens(capacity: 100)
    for number in 0..<1000 {
      refused.remember(token(UInt64(number)), as: .expired, at: Samples.start + Int64(number))
    }
    #expect(refused.count == 60)
    #expect(refused.refusal(of: token(999), at: Samples.start + 1000) == .expired)
  }
}
