import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import ServiceAPI

private typealias Bench = AuthenticationBench

@Suite struct `Who signed a call of an app` {
  private let bench = Bench()

  @Test func `the newest client key signs`() {
    let request = Bench.signed(Bench.appSigner)
    guard
      case .accepted(let caller) = bench.authenticator.app(
        request, apps: bench.apps, now: Bench.now)
    else { return #expect(Bool(false), "a right signature is accepted") }
    #expect(caller.app.id == Bench.appID)
    #expect(caller.proof == .signed(nonce: Bench.nonce, sentAt: Bench.now))
    #expect(caller.proof.claimedNonce == Bench.nonce && caller.proof.nonce == Bench.nonce)
  }

  @Test func `after a rotation the old key signs until its end`() {
    let request = Bench.signed(Bench.oldAppSigner)
    #expect(bench.app(request) == "accepted")
    #expect(bench.app(request, now: Bench.keyEnd - 1) == "accepted")
    #expect(bench.app(request, now: Bench.keyEnd) == "doubtful SIGNATURE_INVALID")
  }

  @Test(arguments: [0, 300, -300] as [Int64])
  func `a timestamp within 300 s is in the window`(age: Int64) {
    #expect(bench.app(Bench.signed(Bench.appSigner, secondsAgo: age)) == "accepted")
  }

  @Test(arguments: [301, -301, 1_800_000_000] as [Int64])
  func `a timestamp beyond is refused with the server's time`(age: Int64) {
    let request = Bench.signed(Bench.appSigner, secondsAgo: age)
    guard
      case .refused(let problem) = bench.authenticator.app(
        request, apps: bench.apps, now: Bench.now)
    else { return #expect(Bool(false), "an old request is refused for good") }
    #expect(problem.code == .timestampOutOfWindow && problem.serverTime == Bench.now)
  }

  @Test func `a signature that memory refuses is in doubt, for its key may be new`() {
    let other = CallSigner(id: Bench.appID.description, secret: [1])
    #expect(bench.app(Bench.signed(other)) == "doubtful SIGNATURE_INVALID")
    let unknown = CallSigner(id: Bench.unknownAppID.description, secret: [1])
    #expect(bench.app(Bench.signed(unknown)) == "doubtful SIGNATURE_INVALID")
  }

  @Test(arguments: ["app_short", "app_AAAAAAAAAAAAA", "lic_aaaaaaaaaaaaa", "x", "cst_x"])
  func `an id that can be no app's is refused for good`(id: String) {
    let signer = CallSigner(id: id, secret: Bench.appSigner.secret)
    #expect(bench.app(Bench.signed(signer)) == "SIGNATURE_INVALID")
  }

  @Test func `a token signs for no app`() {
    #expect(bench.app(Bench.signed(CallSigner(token: bench.token()))) == "SIGNATURE_INVALID")
  }

  /// Everything that is signed, changed by one step.
  @Test func `each part is under the signature`() {
    let ts = Bench.now.secondsSinceEpoch
    let header = Bench.appSigner.authorization(
      "POST", "/v1/renew?a=%41", Array("{}".utf8), ts: ts, nonce: Bench.nonce)
    func outcome(
      _ header: String, method: String = "POST", target: String = "/v1/renew?a=%41",
      body: String = "{}"
    ) -> String {
      bench.app(
        Bench.request([("authorization", header)], method: method, target: target, body: body))
    }
    let refused = "doubtful SIGNATURE_INVALID"
    #expect(outcome(header) == "accepted")
    #expect(outcome(header, method: "post") == refused)
    #expect(outcome(header, target: "/v1/renew?a=A") == refused)
    #expect(outcome(header, target: "/v1/renew") == refused)
    #expect(outcome(header, body: "{} ") == refused)
    #expect(outcome(header, body: "") == refused)
    #expect(outcome(header.replacing("ts=\(ts)", with: "ts=\(ts + 1)")) == refused)
    #expect(outcome(header.replacing(Bench.nonce, with: "nonce-0123456780")) == refused)
  }

  @Test(arguments: ["", "A", "=", String(repeating: "A", count: 44)])
  func `another text than a signature where one stands is no fault of form`(sig: String) {
    let request = Bench.signed(Bench.appSigner) { header in
      String(header.split(separator: "sig=")[0]) + "sig=" + sig
    }
    #expect(bench.app(request) == "doubtful SIGNATURE_INVALID")
  }

  @Test(arguments: [
    ("id=", "key="), ("ts=1", "ts=01"), ("ts=1", "ts=+1"), ("nonce-0123456789", "short"),
    ("nonce-0123456789", "nonce+0123456789"), (", sig", "; sig"), ("sig=", "sig=\u{E9}"),
  ])
  func `another form is 400`(part: String, changed: String) {
    let request = Bench.signed(Bench.appSigner) { $0.replacing(part, with: changed) }
    #expect(bench.app(request) == "REQUEST_MALFORMED")
  }

  @Test func `a second Authorization is 400, even the same`() {
    let header = Bench.signed(Bench.appSigner).headers[0]
    let value = String(decoding: header.value, as: UTF8.self)
    let request = Bench.request([("authorization", value), ("authorization", value)])
    #expect(bench.app(request) == "REQUEST_MALFORMED")
    #expect(bench.token(request) == "REQUEST_MALFORMED")
  }

  @Test func `syntax goes before the window, and the window before the signature`() {
    let junk = CallSigner(id: Bench.appID.description, secret: [1])
    let old = Bench.signed(junk, secondsAgo: 301)
    #expect(bench.app(old) == "TIMESTAMP_OUT_OF_WINDOW")
    let malformed = Bench.signed(junk, secondsAgo: 301) { $0.replacing("id=", with: "di=") }
    #expect(bench.app(malformed) == "REQUEST_MALFORMED")
  }

  @Test(arguments: ["Bearer cst_x", "Basic eDp5", "Bearer ", ""])
  func `another scheme is no signature`(header: String) {
    #expect(bench.app(Bench.request([("authorization", header)])) == "SIGNATURE_MISSING")
  }

  @Test func `nothing at all is no signature`() {
    #expect(bench.app(Bench.request([])) == "SIGNATURE_MISSING")
  }

  // MARK: Countersign-App

  @Test func `an app that takes bearers may be named alone`() {
    let name = ("countersign-app", Bench.bearerAppID.description)
    #expect(bench.app(Bench.request([name])) == "accepted")
    let nonce = ("countersign-nonce", Bench.nonce)
    guard
      case .accepted(let caller) = bench.authenticator.app(
        Bench.request([name, nonce]), apps: bench.apps, now: Bench.now)
    else { return #expect(Bool(false), "a named app is accepted") }
    #expect(caller.proof == .bearer(nonce: Bench.nonce))
    #expect(caller.proof.claimedNonce == nil, "a bearer's nonce is not claimed")
    #expect(caller.proof.claim(keyID: "app", requestID: .random()) == nil)
  }

  @Test func `an app that wants signatures, or is not known, is in doubt`() {
    func named(_ id: String) -> String { bench.app(Bench.request([("countersign-app", id)])) }
    #expect(named(Bench.appID.description) == "doubtful SIGNATURE_MISSING")
    #expect(named(Bench.unknownAppID.description) == "doubtful SIGNATURE_INVALID")
    #expect(named("app_x") == "SIGNATURE_INVALID")
  }

  @Test(arguments: ["short", "nonce 0123456789", String(repeating: "a", count: 65)])
  func `a nonce that no signature could carry is 400`(nonce: String) {
    let name = ("countersign-app", Bench.bearerAppID.description)
    #expect(bench.app(Bench.request([name, ("countersign-nonce", nonce)])) == "REQUEST_MALFORMED")
  }

  @Test func `two names or two nonces are 400`() {
    let name = ("countersign-app", Bench.bearerAppID.description)
    let nonce = ("countersign-nonce", Bench.nonce)
    #expect(bench.app(Bench.request([name, name])) == "REQUEST_MALFORMED")
    #expect(bench.app(Bench.request([name, nonce, nonce])) == "REQUEST_MALFORMED")
  }

  @Test func `a signature that is there counts, whatever app is named beside it`() {
    let name = ("countersign-app", Bench.bearerAppID.description)
    let basic = Bench.request([name, ("authorization", "Basic eDp5")])
    #expect(bench.app(basic) == "SIGNATURE_MISSING")
  }
}
