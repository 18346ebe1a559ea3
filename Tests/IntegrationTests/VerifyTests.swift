import TestClient
import TestCluster
import Testing

/// POST /v1/verify and the token it is signed with.
@Suite struct VerifyTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  @Test func `a yes has the form of api.md`() throws {
    let scene = try Scene(in: cluster)
    let answer = try scene.verify()
    #expect(answer.status == 200)
    #expect(answer.formFaults == [])
    #expect(answer.mediaType == "application/json")
    #expect(Shape.validVerdict.faults(answer.json) == [])
    #expect(answer.json["device"]["id"] == .text(scene.device.id))
  }

  @Test func `a no has the form of api.md`() throws {
    let scene = try Scene(in: cluster)
    try scene.operate("disable", ["reason": "secret reason"])
    let answer = try scene.verify()
    #expect(answer.status == 200)
    #expect(Shape.refusal.faults(answer.json) == [])
    #expect(answer.json["license"]["status"] == "disabled")
    #expect(!answer.text.contains("secret reason"))
  }

  @Test(arguments: [nil, "", "{}", #"{"device":null}"#, " { } "])
  func `the device may be left out`(body: String?) throws {
    let scene = try Scene(in: cluster)
    let request = HTTPRequest("POST", "/v1/verify", body: body.map { Array($0.utf8) })
    let answer = try scene.app.send(request, by: RequestSigner(token: scene.token))
    #expect(answer.json["code"] == "VALID")
    #expect(answer.json["device"]["id"] == .text(scene.device.id))
  }

  @Test func `a valid verdict slides the token's end by its whole life`() throws {
    let scene = try Scene(in: cluster, settings: ["token_ttl_seconds": 7200])
    let answer = try scene.verify()
    let now = try #require(answer.json["server_time"].instant)
    #expect(answer.json["token"]["expires_at"].instant == now + 7200)
  }

  @Test func `a token's life follows the app's setting`() throws {
    let scene = try Scene(in: cluster, settings: ["token_ttl_seconds": 7200])
    let issued = try #require(scene.activation.json["server_time"].instant)
    let end = try #require(scene.activation.json["token"]["expires_at"].instant)
    #expect((issued + 7200...issued + 7201).contains(end))
    let standard = try Scene(in: cluster)
    let start = try #require(standard.activation.json["server_time"].instant)
    #expect(standard.activation.json["token"]["expires_at"].instant == start + 43_200)
  }

  @Test func `a token has the form of signing.md`() throws {
    let scene = try Scene(in: cluster)
    let parts = scene.token.split(separator: ".").map(String.init)
    #expect(parts.count == 2)
    #expect(parts[0].hasPrefix("cst_"))
    #expect(Base32.bytes(String(parts[0].dropFirst(4)))?.count == 20)
    #expect(Base64URL.bytes(parts[1])?.count == 32)
  }

  static let strangers: [String] = [
    "cst_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "cst_", "cst_short",
    "cst_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "cst_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "cst_11111111111111111111111111111111",
  ]

  @Test(arguments: strangers)
  func `a token that nobody issued is invalid`(id: String) throws {
    let app = try cluster.operator.makeApp()
    let secret = Base64URL.text(TestCrypto.randomBytes(32))
    let answer = try app.verify("\(id).\(secret)")
    #expect(answer.status == 401)
    #expect(["TOKEN_INVALID", "SIGNATURE_INVALID"].contains(answer.code))
  }

  @Test func `a real token with a wrong secret is an invalid signature`() throws {
    let scene = try Scene(in: cluster)
    let forged = scene.token.dropLast(43) + Base64URL.text(TestCrypto.randomBytes(32))
    let answer = try scene.app.verify(String(forged))
    #expect(answer.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }

  @Test func `an end that comes while a client asks is seen at its second`() throws {
    let end = Instant.now + 3
    let scene = try Scene(in: cluster, license: ["expires_at": .text(Instant.text(end))])
    let refusal = try Patience.wait(upTo: 15) { () -> HTTPAnswer? in
      let answer = try scene.verify()
      let asked = try #require(answer.json["server_time"].instant)
      #expect(answer.json["valid"] == .bool(asked < end))
      return answer.json["valid"] == true ? nil : answer
    }
    #expect(refusal?.code == "LICENSE_EXPIRED")
    #expect(refusal?.json["license"]["status"] == "expired")
  }

  @Test func `enabling gives back what disabling took`() throws {
    let scene = try Scene(in: cluster)
    try scene.operate("disable")
    #expect(try scene.verify().code == "LICENSE_DISABLED")
    try scene.operate("enable")
    #expect(try scene.verify().code == "VALID")
  }

  @Test func `an unbound device may come back and its old token does not`() throws {
    let scene = try Scene(in: cluster)
    #expect(
      try cluster.operator.delete("\(scene.licensePath)/devices/\(scene.device.id)").status == 200)
    #expect(try scene.verify().code == "DEVICE_UNBOUND")
    let again = try scene.activate()
    #expect(again.json["device"]["new"] == true)
    #expect(try scene.verify().code == "DEVICE_UNBOUND")
    let token = again.json["token"]["access_token"].string ?? ""
    #expect(token != scene.token)
    #expect(try scene.app.verify(token).code == "VALID")
  }

  @Test(arguments: [
    #"{"device":{}}"#, #"{"device":"text"}"#, #"{"device":{"id":"short"}}"#, "[]", "{",
  ])
  func `a malformed device is malformed here, too`(body: String) throws {
    let scene = try Scene(in: cluster)
    let request = HTTPRequest("POST", "/v1/verify", body: Array(body.utf8))
    let answer = try scene.app.send(request, by: RequestSigner(token: scene.token))
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }
}
