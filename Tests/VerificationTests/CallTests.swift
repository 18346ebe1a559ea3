import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import Verification

@Suite final class `Calls of verification, in the order of their checks`: VerificationSuite {
  private func call(
    _ method: String, _ target: String, _ body: String = "", _ headers: [(String, String)] = []
  ) throws -> TestAnswer {
    try bench.lane.call(
      .make(method, target, body, headers: headers, receivedAt: workers.time.monotonic()))
  }

  @Test func `path, then method, then signature`() throws {
    #expect(try call("GET", "/v1/activate").status == 404)
    #expect(try call("GET", "/v1//verify").status == 404)
    let put = try call("PUT", "/v1/config")
    #expect(put.status == 405 && put.headers["allow"] == "GET, HEAD")
    #expect(try call("POST", "/v1/verify", "[").code == "SIGNATURE_MISSING")
    #expect(try call("GET", "/v1/config").code == "SIGNATURE_MISSING")
    #expect(try call("POST", "/v1/introspect").code == "KEY_INVALID")
  }

  @Test func `a body of bad form spends no nonce, and a known nonce goes before rates`() throws {
    try workers.changeApp(workers.appID) { $0.settings.rateLimits.verifyTokenPerMinute = 1 }
    let token = try bench.token(of: workers.makeLicense())
    let nonce = WorkerBench.nonce()
    #expect(try bench.lane.call(workers.verify(token, "[]", nonce: nonce)).status == 400)
    #expect(try bench.lane.call(workers.verify(token, nonce: nonce)).code == "VALID")
    #expect(try bench.lane.call(workers.verify(token, nonce: nonce)).code == "NONCE_REPLAYED")
    #expect(try bench.verify(token).code == "RATE_LIMITED")
  }

  @Test func `sent again by the gateway it is answered, and not counted twice`() throws {
    try workers.changeApp(workers.appID) { $0.settings.rateLimits.verifyTokenPerMinute = 1 }
    let token = try bench.token(of: workers.makeLicense())
    let request = workers.verify(token)
    #expect(try bench.lane.call(request).code == "VALID")
    #expect(try bench.lane.call(request).code == "VALID")
    #expect(try bench.sibling().call(request).code == "VALID")
  }

  @Test func `two tokens of one batch are answered each for itself`() throws {
    let first = try workers.makeLicense()
    let second = try workers.makeLicense()
    let requests = try [first, second].map { workers.verify(try bench.token(of: $0)) }
    let replayed = repeated(requests[0], id: .random())
    let answers = bench.lane.handle(requests + [replayed])
    for (request, license) in zip(requests, [first, second]) {
      #expect(answers[request.id]?["license"]?["id"]?.string == license.id.description)
    }
    #expect(answers[replayed.id]?.code == "NONCE_REPLAYED")
  }

  @Test func `a device that is named must be the token's`() throws {
    let token = try bench.token(of: workers.makeLicense())
    let own = #"{"device":{"id":"\#(WorkerBench.device)"}}"#
    #expect(try bench.verify(token, own).code == "VALID")
    let other = try bench.verify(token, #"{"device":{"id":"device-0002"}}"#)
    #expect(other.status == 200 && other.code == "DEVICE_MISMATCH")
  }

  @Test func `a bearer is a signature that is missing, until the app takes bearers`() throws {
    let token = try bench.token(of: workers.makeLicense())
    let bearer = [("authorization", "Bearer \(token)"), ("countersign-nonce", Samples.nonce)]
    #expect(try call("POST", "/v1/verify", "", bearer).code == "SIGNATURE_MISSING")
    try workers.changeApp(workers.appID) { $0.settings.requestAuthentication = .bearer }
    try bench.publishApps()
    for _ in 0..<2 {
      let answer = try call("POST", "/v1/verify", "", bearer)
      #expect(answer.code == "VALID", "its nonce is not claimed")
      #expect(try bench.claims(answer)["nonce"]?.string == Samples.nonce)
    }
    #expect(try call("GET", "/v1/config", "", bearer).status == 200)
  }

  @Test func `a bearer of an unknown token is told so rather than asked to sign`() throws {
    let bearer = [("authorization", "Bearer cst_x")]
    #expect(try call("POST", "/v1/verify", "", bearer).code == "TOKEN_INVALID")
  }

  // MARK: Introspection

  @Test func `introspection sees the apps of its key only`() throws {
    let token = try bench.token(of: workers.makeLicense())
    let own = try workers.makeOperatorKey(app: workers.appID)
    let other = try workers.makeOperatorKey(app: workers.makeApp())
    #expect(try introspect(token, own)["active"]?.bool == true)
    #expect(
      try introspect(token, other).body.compactText
        == #"{"active":false,"code":"TOKEN_INVALID"}"#)
  }

  @Test func `introspection needs its scope, and a key that is known`() throws {
    let token = try bench.token(of: workers.makeLicense())
    let reader = try workers.makeOperatorKey([.read])
    #expect(try introspect(token, reader).code == "SCOPE_MISSING")
    #expect(try introspect(token, OperatorSecret.generate().text).code == "KEY_INVALID")
    let key = try workers.makeOperatorKey()
    for text in ["", "any text", String(token.dropLast())] {
      #expect(try introspect(text, key).code == "TOKEN_INVALID")
    }
  }

  @Test func `a revoked key is refused a second later at the latest`() throws {
    let token = try bench.token(of: workers.makeLicense())
    let key = try workers.makeOperatorKey()
    #expect(try introspect(token, key)["active"]?.bool == true)
    try workers.database.run("UPDATE operator_keys SET revoked_at = now()")
    workers.time.advance(seconds: 1)
    #expect(try introspect(token, key).code == "KEY_INVALID")
  }
}
