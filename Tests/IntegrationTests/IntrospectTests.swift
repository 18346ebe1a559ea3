import TestClient
import TestCluster
import Testing

/// POST /v1/introspect, for an app's own backend.
@Suite struct IntrospectTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(in: cluster)
  }

  func introspect(_ token: String, by caller: Operator? = nil) throws -> HTTPAnswer {
    try (caller ?? cluster.operator).post("/v1/introspect", ["access_token": .text(token)])
  }

  @Test func `a yes has the form of api.md`() throws {
    let answer = try introspect(scene.token)
    #expect(answer.status == 200)
    #expect(answer.json.names == ["active", "code", "device", "license"])
    #expect(answer.json["active"] == true)
    #expect(answer.json["code"] == "VALID")
    #expect(answer.json["device"] == ["id": .text(scene.device.id)])
    #expect(Shape.license.without("devices").faults(answer.json["license"]) == [])
  }

  @Test func `a no has two members`() throws {
    try scene.operate("disable")
    let answer = try introspect(scene.token)
    #expect(answer.status == 200)
    #expect(answer.json == ["active": false, "code": "LICENSE_DISABLED"])
  }

  @Test(arguments: ["", "x", "cst_", "cst_aaaa.bbbb", "Bearer cst", "\u{1F3C1}"])
  func `any other text is an invalid token`(text: String) throws {
    let answer = try introspect(text)
    #expect(answer.status == 200)
    #expect(answer.json == ["active": false, "code": "TOKEN_INVALID"])
  }

  @Test func `a token is compared as text`() throws {
    for other in [
      scene.token.uppercased(), scene.token + " ", scene.token + "=",
      scene.token.dropLast(1) + (scene.token.hasSuffix("A") ? "B" : "A"),
    ] {
      #expect(try introspect(String(other)).json["code"] == "TOKEN_INVALID")
    }
  }

  @Test func `it never slides the token`() throws {
    let short = try Scene(in: cluster, settings: ["token_ttl_seconds": 3])
    let end = try #require(short.activation.json["token"]["expires_at"].instant)
    let refusal = try Patience.wait(upTo: 15) { () -> HTTPAnswer? in
      let answer = try introspect(short.token)
      return answer.json["active"] == true ? nil : answer
    }
    #expect(refusal?.json == ["active": false, "code": "TOKEN_EXPIRED"])
    #expect(Instant.now >= end)
    #expect(try short.verify().faults(asProblem: "TOKEN_EXPIRED", 401) == [])
  }

  @Test func `the scope verify serves it and nothing else`() throws {
    let caller = try cluster.makeOperator("--scope", "verify")
    #expect(try introspect(scene.token, by: caller).json["active"] == true)
    let answer = try caller.get("/admin/v1/apps")
    #expect(answer.faults(asProblem: "SCOPE_MISSING", 403) == [])
  }

  @Test func `the scope read does not serve it`() throws {
    let caller = try cluster.makeOperator("--scope", "read")
    #expect(
      try introspect(scene.token, by: caller).faults(asProblem: "SCOPE_MISSING", 403) == [])
  }

  /// So many calls in a row come to every lane.
  static let callsToAll = 20

  /// Asks until every lane refuses the key; nil when one serves on.
  func refusal(of caller: Operator) throws -> HTTPAnswer? {
    try Patience.wait(upTo: 15) {
      let answers = try (0..<Self.callsToAll).map { _ in
        try introspect(scene.token, by: caller)
      }
      return answers.contains { $0.status == 200 } ? nil : answers.last
    }
  }

  @Test func `a key serves it until its end`() throws {
    let end = Instant.text(Instant.now + 3)
    let caller = try cluster.makeOperator("--scope", "verify", "--expires", end)
    #expect(try introspect(scene.token, by: caller).json["active"] == true)
    #expect(try refusal(of: caller)?.faults(asProblem: "KEY_INVALID", 401) == [])
  }

  @Test func `a key that is revoked serves it no more, though every lane knew it`() throws {
    let made = try cluster.countersign(
      "key", "add", "--name", "of \(scene.licenseID)", "--scope", "verify")
    let caller = Operator(cluster.http, key: String(made.output.prefix { !$0.isWhitespace }))
    for _ in 0..<Self.callsToAll {
      #expect(try introspect(scene.token, by: caller).json["active"] == true)
    }
    let words = made.errors.split { " ;".contains($0) }
    let id = try #require(words.drop { $0 != "made" }.dropFirst().first)
    #expect(try cluster.countersign("key", "revoke", String(id)).status == 0)
    #expect(try refusal(of: caller)?.faults(asProblem: "KEY_INVALID", 401) == [])
  }

  @Test func `a key of another app sees an invalid token`() throws {
    let other = try cluster.operator.makeApp()
    let foreign = try cluster.makeOperator("--scope", "verify", "--app", other.id)
    #expect(try introspect(scene.token, by: foreign).json["code"] == "TOKEN_INVALID")
    let own = try cluster.makeOperator("--scope", "verify", "--app", scene.app.id)
    #expect(try introspect(scene.token, by: own).json["code"] == "VALID")
  }

  @Test(arguments: ["", "{}", #"{"access_token":1}"#, #"{"access_token":null}"#])
  func `a body without a token is malformed`(body: String) throws {
    let answer = try cluster.http.perform(
      HTTPRequest(
        "POST", "/v1/introspect", headers: ["Authorization": "Bearer \(cluster.operator.key)"],
        body: Array(body.utf8)))
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }
}
