import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import ServiceAPI

private typealias Bench = AuthenticationBench

@Suite struct `Who signed a call of a device` {
  private let bench = Bench()

  @Test(arguments: [1, 2] as [UInt8])
  func `tokens of both token keys sign`(key: UInt8) {
    let request = Bench.signed(CallSigner(token: bench.token(key: key)))
    guard case .accepted(let caller) = bench.authenticator.token(request, now: Bench.now)
    else { return #expect(Bool(false), "a right signature is accepted") }
    #expect(caller.token == Bench.tokenID(key: key))
    #expect(caller.proof == .signed(nonce: Bench.nonce, sentAt: Bench.now))
  }

  @Test func `a token of a retired key is invalid, whatever its signature`() {
    #expect(bench.token(Bench.signed(CallSigner(token: bench.token(key: 3)))) == "TOKEN_INVALID")
  }

  @Test func `another secret is an invalid signature`() {
    let signer = CallSigner(id: Bench.tokenID().text, secret: [1])
    #expect(bench.token(Bench.signed(signer)) == "SIGNATURE_INVALID")
  }

  @Test func `an app does not sign for a device`() {
    #expect(bench.token(Bench.signed(Bench.appSigner)) == "SIGNATURE_INVALID")
    #expect(bench.token(Bench.signed(CallSigner(id: "x", secret: [1]))) == "SIGNATURE_INVALID")
  }

  @Test func `what only begins like a token is none`() {
    #expect(bench.token(Bench.signed(CallSigner(id: "cst_x", secret: [1]))) == "TOKEN_INVALID")
  }

  @Test func `the window goes before the signer`() {
    for signer in [Bench.appSigner, CallSigner(id: "cst_x", secret: [1])] {
      #expect(bench.token(Bench.signed(signer, secondsAgo: 301)) == "TIMESTAMP_OUT_OF_WINDOW")
    }
    let signer = CallSigner(token: bench.token())
    #expect(bench.token(Bench.signed(signer, secondsAgo: 300)) == "accepted")
    #expect(bench.token(Bench.signed(signer, secondsAgo: -301)) == "TIMESTAMP_OUT_OF_WINDOW")
  }

  @Test func `nothing and another scheme are no signature`() {
    #expect(bench.token(Bench.request([])) == "SIGNATURE_MISSING")
    #expect(bench.token(Bench.request([("authorization", "Basic eDp5")])) == "SIGNATURE_MISSING")
    let named = ("countersign-app", Bench.bearerAppID.description)
    #expect(bench.token(Bench.request([named])) == "SIGNATURE_MISSING")
  }

  // MARK: Bearers

  private func bearer(_ text: String, nonces: [String] = []) -> BusRequest {
    Bench.request(
      [("authorization", "Bearer \(text)")] + nonces.map { ("countersign-nonce", $0) })
  }

  @Test func `a bearer is taken for what it is, for the app decides later`() {
    guard
      case .accepted(let caller) = bench.authenticator.token(
        bearer(bench.token(), nonces: [Bench.nonce]), now: Bench.now)
    else { return #expect(Bool(false), "a whole token is accepted") }
    #expect(caller.token == Bench.tokenID())
    #expect(caller.proof == .bearer(nonce: Bench.nonce))
  }

  @Test func `a bearer is compared as text`() {
    let token = bench.token()
    #expect(bench.token(bearer(token)) == "accepted")
    for other in [
      token.uppercased().replacing("CST_", with: "cst_"), String(token.dropLast()), token + "A",
      token + ".x", Bench.tokenID().text, bench.token(key: 3), "cst_",
      token.dropLast(43) + String(repeating: "A", count: 43),
    ] {
      #expect(bench.token(bearer(other)) == "TOKEN_INVALID")
    }
  }

  @Test(arguments: ["", "csk_x", "x", "CST_x"])
  func `what does not look like a token is another scheme`(text: String) {
    #expect(bench.token(bearer(text)) == "SIGNATURE_MISSING")
  }

  @Test func `a bearer's nonce has the form of all nonces, and stands once`() {
    #expect(bench.token(bearer(bench.token(), nonces: ["short"])) == "REQUEST_MALFORMED")
    let two = [Bench.nonce, Bench.nonce]
    #expect(bench.token(bearer(bench.token(), nonces: two)) == "REQUEST_MALFORMED")
  }

  @Test func `calls that both may sign are told apart by the signer's id`() {
    let isSigned = bench.authenticator.isSignedByApp
    #expect(isSigned(Bench.signed(Bench.appSigner)))
    #expect(isSigned(Bench.signed(CallSigner(id: "x", secret: [1]))))
    #expect(!isSigned(Bench.signed(CallSigner(token: bench.token()))))
    #expect(!isSigned(Bench.signed(CallSigner(id: "cst_x", secret: [1]))))
    #expect(!isSigned(bearer(bench.token())))
    #expect(!isSigned(Bench.request([])))
  }
}
