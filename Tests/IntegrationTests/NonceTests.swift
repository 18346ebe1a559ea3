import TestClient
import TestCluster
import Testing

/// A captured request is worthless: SIG-01 to SIG-03 and the order of claims.
@Suite struct NonceTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(in: cluster)
  }

  enum Call: String, CaseIterable, Sendable { case activate, renew, verify, config }

  func request(_ call: Call, nonce: String = RequestSigner.freshNonce()) -> HTTPRequest {
    let body: Json = ["code": .text(scene.code), "device": scene.device.json]
    let token = RequestSigner(token: scene.token)
    return switch call {
    case .activate, .renew:
      scene.app.signer.signed(
        HTTPRequest("POST", "/v1/\(call)", body: body.bytes), nonce: nonce)
    case .verify: token.signed(HTTPRequest("POST", "/v1/verify", body: []), nonce: nonce)
    case .config: scene.app.signer.signed(HTTPRequest("GET", "/v1/config"), nonce: nonce)
    }
  }

  @Test(arguments: Call.allCases)
  func `the same request a second time is a replay`(call: Call) throws {
    let request = request(call)
    #expect(try scene.app.http.perform(request).status == 200)
    for _ in 0..<3 {
      let again = try scene.app.http.perform(request)
      #expect(again.faults(asProblem: "NONCE_REPLAYED", 409) == [])
    }
  }

  @Test(arguments: Call.allCases)
  func `of twenty copies at once one is answered`(call: Call) throws {
    let request = request(call)
    let answers = try Parallel.map(20) { _ in try scene.app.http.perform(request) }
    #expect(answers.count { $0.status == 200 } == 1)
    #expect(answers.count { $0.code == "NONCE_REPLAYED" } == 19)
  }

  @Test(arguments: [Call.activate, .verify])
  func `a forged request spends no nonce`(call: Call) throws {
    let nonce = RequestSigner.freshNonce()
    let genuine = request(call, nonce: nonce)
    var forged = genuine
    let value = genuine.headers["Authorization"] ?? ""
    forged.headers["Authorization"] = value.dropLast(43) + String(repeating: "A", count: 43)
    #expect(try scene.app.http.perform(forged).code == "SIGNATURE_INVALID")
    #expect(try scene.app.http.perform(genuine).status == 200)
  }

  @Test func `a nonce is claimed per signer`() throws {
    let nonce = RequestSigner.freshNonce()
    #expect(try scene.app.http.perform(request(.activate, nonce: nonce)).status == 200)
    #expect(try scene.app.http.perform(request(.verify, nonce: nonce)).status == 200)
  }

  @Test func `a nonce serves one call of its signer`() throws {
    let nonce = RequestSigner.freshNonce()
    #expect(try scene.app.http.perform(request(.activate, nonce: nonce)).status == 200)
    let other = try scene.app.http.perform(request(.renew, nonce: nonce))
    #expect(other.code == "NONCE_REPLAYED")
  }

  @Test func `a refused write keeps its nonce`() throws {
    let body: Json = ["code": "NOSUCHCODE234567", "device": scene.device.json]
    let request = scene.app.signer.signed(
      HTTPRequest("POST", "/v1/activate", body: body.bytes))
    #expect(try scene.app.http.perform(request).code == "LICENSE_NOT_FOUND")
    #expect(try scene.app.http.perform(request).code == "NONCE_REPLAYED")
  }

  @Test func `a captured request stays refused after thousands of others`() throws {
    let captured = request(.verify)
    #expect(try scene.app.http.perform(captured).status == 200)
    let others = try Parallel.map(4) { _ in
      try (0..<500).map { _ in try scene.verify().status }
    }
    #expect(others.joined().allSatisfy { $0 == 200 })
    #expect(try scene.app.http.perform(captured).code == "NONCE_REPLAYED")
  }

  @Test func `a malformed body spends no nonce`() throws {
    let nonce = RequestSigner.freshNonce()
    let bad = scene.app.signer.signed(
      HTTPRequest("POST", "/v1/activate", body: Array("{".utf8)), nonce: nonce)
    #expect(try scene.app.http.perform(bad).code == "REQUEST_MALFORMED")
    #expect(try scene.app.http.perform(request(.activate, nonce: nonce)).status == 200)
  }
}
