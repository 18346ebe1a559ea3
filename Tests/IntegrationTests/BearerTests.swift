import TestClient
import TestCluster
import Testing

/// Apps with `request_auth: "bearer"`, for clients that cannot sign.
@Suite struct BearerTests {
  let scene: Scene

  init() throws {
    scene = try Scene(in: try SharedCluster.get(), settings: ["request_auth": "bearer"])
  }

  func post(_ target: String, _ body: Json, _ headers: HTTPHeaders) throws -> HTTPAnswer {
    try scene.app.http.perform(HTTPRequest("POST", target, headers: headers, body: body.bytes))
  }

  var bearer: HTTPHeaders { ["Authorization": "Bearer \(scene.token)"] }
  var codeAndDevice: Json { ["code": .text(scene.code), "device": scene.device.json] }

  @Test func `verify takes the token alone`() throws {
    var answer = try post("/v1/verify", [:], bearer)
    #expect(answer.json["code"] == "VALID")
    answer.sentNonce = nil
    let claims = try scene.claims(answer)
    #expect(claims["nonce"] == .absent)
  }

  @Test func `config takes the token alone`() throws {
    #expect(try scene.app.http.get("/v1/config", headers: bearer).status == 200)
  }

  @Test(arguments: ["/v1/activate", "/v1/renew"])
  func `the app's calls take its id alone`(target: String) throws {
    let answer = try post(target, codeAndDevice, ["Countersign-App": scene.app.id])
    #expect(answer.status == 200)
    #expect(try scene.claims(answer)["code"] == "VALID")
  }

  @Test func `a nonce of a bearer client comes back in the claims`() throws {
    let nonce = RequestSigner.freshNonce()
    var headers = bearer
    headers["Countersign-Nonce"] = nonce
    var answer = try post("/v1/verify", [:], headers)
    answer.sentNonce = nonce
    #expect(try scene.claims(answer)["nonce"] == .text(nonce))
    answer = try post(
      "/v1/activate", codeAndDevice,
      ["Countersign-App": scene.app.id, "Countersign-Nonce": nonce])
    answer.sentNonce = nonce
    #expect(try scene.claims(answer)["nonce"] == .text(nonce))
  }

  @Test func `a nonce of a bearer client may come again`() throws {
    var headers = bearer
    headers["Countersign-Nonce"] = RequestSigner.freshNonce()
    #expect(try post("/v1/verify", [:], headers).status == 200)
    #expect(try post("/v1/verify", [:], headers).status == 200)
  }

  @Test(arguments: ["short", String(repeating: "n", count: 65), "with.dots.in.the.nonce"])
  func `a nonce of another form is malformed`(nonce: String) throws {
    var headers = bearer
    headers["Countersign-Nonce"] = nonce
    let answer = try post("/v1/verify", [:], headers)
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test func `signed requests are taken, too`() throws {
    #expect(try scene.verify().json["code"] == "VALID")
    #expect(try scene.renew().status == 200)
  }

  @Test func `a token with another secret is invalid`() throws {
    let forged = scene.token.dropLast(43) + String(repeating: "A", count: 43)
    let answer = try post("/v1/verify", [:], ["Authorization": "Bearer \(forged)"])
    #expect(answer.faults(asProblem: "TOKEN_INVALID", 401) == [])
  }

  @Test(arguments: ["app_aaaaaaaaaaaaa", "app_x", ""])
  func `an unknown app is an invalid signature`(id: String) throws {
    let answer = try post("/v1/activate", codeAndDevice, ["Countersign-App": id])
    #expect(answer.status == 401)
    #expect(["SIGNATURE_INVALID", "SIGNATURE_MISSING"].contains(answer.code))
  }

  @Test func `an app that signs takes neither`() throws {
    let signed = try Scene(in: scene.cluster)
    let byToken = try post("/v1/verify", [:], ["Authorization": "Bearer \(signed.token)"])
    #expect(byToken.faults(asProblem: "SIGNATURE_MISSING", 401) == [])
    let body: Json = ["code": .text(signed.code), "device": signed.device.json]
    let byApp = try post("/v1/activate", body, ["Countersign-App": signed.app.id])
    #expect(byApp.faults(asProblem: "SIGNATURE_MISSING", 401) == [])
  }
}
