import Cryptography
import Instants
import JSON
import LicenseStore
import Licensing
import ServiceAPI
import TestWorkers
import Testing

@testable import Verification

@Suite struct `A token held against its binding` {
  private func judge(_ token: AccessTokenID, slid: SlidEnd? = nil, at now: Timestamp = Samples.now)
    -> TokenJudgement
  {
    Samples.standing(slid: slid).judge(token, now: now)
  }

  @Test func `the current token lives until its own end`() {
    #expect(judge(Samples.token()) == .current(endsAt: Samples.ownEnd))
    #expect(judge(Samples.token(), at: Samples.ownEnd) == .refused(.expired))
  }

  @Test func `an end in Redis counts, for its own generation only`() {
    let later = Samples.now + 500
    #expect(judge(Samples.token(), slid: Samples.slid(later)) == .current(endsAt: later))
    let stale = Samples.slid(later, generation: 1)
    #expect(judge(Samples.token(), slid: stale) == .current(endsAt: Samples.ownEnd))
  }

  @Test func `the token before lives for its rest, and those before it not at all`() {
    let previous = Samples.token(generation: 1)
    #expect(judge(previous) == .previous(endsAt: Samples.now + 30))
    #expect(
      judge(previous, slid: Samples.slid(Samples.now + 500), at: Samples.now + 30)
        == .refused(.expired))
    #expect(judge(Samples.token(generation: 0)) == .refused(.invalid))
  }

  @Test func `a newer token is not refused before PostgreSQL was asked`() {
    #expect(judge(Samples.token(generation: 3)) == .unknownNewer)
  }

  @Test func `another licence's id, or another key's number, is invalid`() {
    #expect(judge(Samples.token(license: LicenseID(rawValue: 9))) == .refused(.invalid))
    #expect(judge(Samples.token(key: 2)) == .refused(.invalid))
    let previous = Samples.token(generation: 1, key: 2)
    #expect(judge(previous) == .previous(endsAt: Samples.now + 30), "made with the key before")
  }
}

@Suite struct `The answer to a verification` {
  private let key: Ed25519PrivateKey
  private let credentials: CredentialIssuer

  init() throws {
    key = try Ed25519PrivateKey.generate()
    credentials = CredentialIssuer(issuer: "issuer", key: key)
  }

  private func outcome(
    _ standing: Standing, _ question: Question = Samples.question(), app: App = Samples.app
  ) throws -> (answer: TestAnswer, slidEnd: Timestamp?) {
    var answerer = Answerer(issuer: credentials.issuer)
    switch answerer.answer(question, standing, app: app, now: Samples.now) {
    case .reply(let reply): return (TestAnswer(reply), nil)
    case .verdict(let verdict):
      let credential = credentials.seal([verdict.statement])[0]
      return (TestAnswer(verdict.reply(credential)), verdict.slidEnd)
    }
  }

  private func verify(device: String, earlier: [String] = []) -> Question {
    let input = DeviceInput(
      id: DeviceID(text: device), earlierIDs: earlier.map { DeviceID(text: $0) })
    return Samples.question(
      .verify(.signed(nonce: Samples.nonce, sentAt: Samples.now), device: input))
  }

  @Test func `a valid verdict slides the end to exactly now and the token's life`() throws {
    var app = Samples.app
    app.settings.tokenTTLSeconds = 77
    let (answer, slidEnd) = try outcome(Samples.standing(), app: app)
    #expect(slidEnd == Samples.now + 77)
    #expect(answer["token"]?["expires_at"]?.string == (Samples.now + 77).rfc3339)
    #expect(answer["valid"]?.bool == true && answer.code == "VALID")
    #expect(answer["license"]?["devices"] == nil)
    #expect(answer["license"]?["features"]?.compactText == #"{"a":1,"b":2}"#)
    let claims = try #require(answer.claims(key.publicKey))
    #expect(claims["nonce"]?.string == Samples.nonce && claims["code"]?.string == "VALID")
    #expect(claims["exp"]?.int64 == (Samples.now + 1000).secondsSinceEpoch)
    #expect(claims["iat"]?.int64 == Samples.now.secondsSinceEpoch)
    #expect(answer["server_time"]?.string == Samples.now.rfc3339)
  }

  @Test func `an end slides back, too, where a token's life was shortened`() throws {
    var app = Samples.app
    app.settings.tokenTTLSeconds = 5
    let standing = Samples.standing(slid: Samples.slid(Samples.now + 40_000))
    #expect(try outcome(standing, app: app).slidEnd == Samples.now + 5)
  }

  @Test func `a replaced token's end never moves`() throws {
    let (answer, slidEnd) = try outcome(
      Samples.standing(), Samples.question(generation: 1))
    #expect(answer.code == "VALID" && slidEnd == nil)
    #expect(answer["token"]?["expires_at"]?.string == (Samples.now + 30).rfc3339)
  }

  /// Each has all that the ones behind it have as well.
  @Test func `refusals go in order, tampered first and expired last`() throws {
    func code(
      isTampered: Bool = false, isUnbound: Bool = false, isMismatch: Bool = false,
      disabledAt: Timestamp? = nil
    ) throws -> String? {
      let standing = Samples.standing(
        expiresAt: Samples.now, disabledAt: disabledAt, isTampered: isTampered,
        isUnbound: isUnbound)
      let question = isMismatch ? verify(device: "device-0002") : Samples.question()
      let (answer, slidEnd) = try outcome(standing, question)
      #expect(answer.status == 200 && answer["valid"]?.bool == false && slidEnd == nil)
      return answer.code
    }
    let past = Samples.now - 1
    #expect(
      try code(isTampered: true, isUnbound: true, isMismatch: true, disabledAt: past)
        == "LICENSE_TAMPERED")
    #expect(try code(isUnbound: true, isMismatch: true, disabledAt: past) == "DEVICE_UNBOUND")
    #expect(try code(isMismatch: true, disabledAt: past) == "DEVICE_MISMATCH")
    #expect(try code(disabledAt: past) == "LICENSE_DISABLED")
    #expect(try code() == "LICENSE_EXPIRED")
  }

  @Test func `a refusal grants nothing, in plain fields and in claims`() throws {
    let (answer, _) = try outcome(Samples.standing(expiresAt: Samples.now))
    #expect(
      answer.body.object?.members.map(\.name) == [
        "valid", "code", "license", "credential", "server_time",
      ])
    #expect(answer["license"]?.object?.members.map(\.name) == ["id", "status"])
    let claims = try #require(answer.claims(key.publicKey))
    for name in ["plan", "license_expires_at", "features", "settings"] {
      #expect(claims[name] == nil)
    }
    #expect(claims["nonce"]?.string == Samples.nonce)
    #expect(claims["exp"] == claims["iat"])
  }

  @Test func `answer and credential carry the device id that was asked with`() throws {
    let asked = verify(device: "device-new1", earlier: [Samples.device.text])
    let (answer, _) = try outcome(Samples.standing(), asked)
    #expect(answer.code == "VALID")
    #expect(answer["device"]?["id"]?.string == "device-new1")
    #expect(answer.claims(key.publicKey)?["device"]?.string == "device-new1")
    let mismatch = try outcome(Samples.standing(), verify(device: "device-0002")).answer
    #expect(mismatch.claims(key.publicKey)?["device"]?.string == "device-0002")
  }

  @Test func `a bearer's nonce comes back in the claims, and none leaves it out`() throws {
    func nonce(_ proof: Proof) throws -> JSONValue? {
      let question = Samples.question(.verify(proof, device: nil))
      return try outcome(Samples.standing(), question).answer.claims(key.publicKey)?["nonce"]
    }
    #expect(try nonce(.bearer(nonce: Samples.nonce)) == .string(Samples.nonce))
    #expect(try nonce(.bearer(nonce: nil)) == nil)
  }

  @Test func `tokens that have ended are 401, and a no for introspection`() throws {
    let ended = Samples.standing(previousEndsAt: Samples.now)
    func codes(_ call: Question.Call, _ generation: UInt32) throws -> [String?] {
      let answer = try outcome(ended, Samples.question(call, generation: generation)).answer
      return ["\(answer.status)", answer.code]
    }
    let verify = Question.Call.verify(.bearer(nonce: nil), device: nil)
    #expect(try codes(verify, 1) == ["401", "TOKEN_EXPIRED"])
    #expect(try codes(verify, 0) == ["401", "TOKEN_INVALID"])
    #expect(try codes(verify, 3) == ["401", "TOKEN_INVALID"])
    #expect(try codes(.introspect(visibleApp: nil), 1) == ["200", "TOKEN_EXPIRED"])
    #expect(try codes(.introspect(visibleApp: nil), 0) == ["200", "TOKEN_INVALID"])
  }

  @Test func `introspection says yes or why not, and slides nothing`() throws {
    let question = Samples.question(.introspect(visibleApp: nil))
    let (active, slidEnd) = try outcome(Samples.standing(), question)
    #expect(slidEnd == nil)
    #expect(active["active"]?.bool == true && active["credential"] == nil)
    #expect(active["device"]?["id"]?.string == Samples.device.text)
    let refused = try outcome(Samples.standing(isUnbound: true), question).answer
    #expect(refused.body.compactText == #"{"active":false,"code":"DEVICE_UNBOUND"}"#)
  }

  @Test func `config with a token lays the licence's features over the app's`() throws {
    let question = Samples.question(.config(.bearer(nonce: nil)))
    let (answer, slidEnd) = try outcome(Samples.standing(), question)
    #expect(answer["features"]?.compactText == #"{"a":1,"b":2}"#)
    #expect(slidEnd == nil)
  }
}
