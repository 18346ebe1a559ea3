import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// A token from its issue to its refusal (TOK-04).
  @Suite struct TokenLifeTests {
    let cluster: Cluster

    init() throws { cluster = try Cluster() }

    func token(_ answer: HTTPAnswer) -> String {
      answer.json["token"]["access_token"].string ?? ""
    }

    @Test func `within ten seconds activate and renew give the same token again`() throws {
      let scene = try Scene(in: cluster)
      for answer in [try scene.activate(), try scene.renew(), try scene.renew()] {
        #expect(token(answer) == scene.token)
      }
    }

    @Test func `later they give the next one and the one before lives a minute more`() throws {
      let scene = try Scene(in: cluster)
      try cluster.age(scene, issuedSecondsAgo: 11)
      let renewal = try scene.renew()
      #expect(token(renewal) != scene.token)
      #expect(try scene.app.verify(token(renewal)).code == "VALID")
      let old = try scene.verify()
      #expect(old.code == "VALID")
      let now = try #require(old.json["server_time"].instant)
      let end = try #require(old.json["token"]["expires_at"].instant)
      #expect(end > now && end <= now + 60)
      #expect(try scene.verify().json["token"]["expires_at"] == old.json["token"]["expires_at"])
      try cluster.endPreviousToken(scene, secondsAgo: 1)
      #expect(try scene.verify().faults(asProblem: "TOKEN_EXPIRED", 401) == [])
      #expect(try scene.app.verify(token(renewal)).code == "VALID")
    }

    @Test func `activate gives the next one, too`() throws {
      let scene = try Scene(in: cluster)
      try cluster.age(scene, issuedSecondsAgo: 11)
      let next = try scene.activate()
      #expect(next.json["device"]["new"] == false)
      #expect(token(next) != scene.token)
      #expect(try scene.verify().code == "VALID")
    }

    @Test func `a token replaced twice is refused and revokes nothing`() throws {
      let scene = try Scene(in: cluster)
      try cluster.age(scene, issuedSecondsAgo: 11)
      let second = token(try scene.renew())
      try cluster.age(scene, issuedSecondsAgo: 11)
      let third = token(try scene.renew())
      #expect(Set([scene.token, second, third]).count == 3)
      #expect(try scene.verify().faults(asProblem: "TOKEN_INVALID", 401) == [])
      #expect(try scene.app.verify(second).code == "VALID")
      #expect(try scene.app.verify(third).code == "VALID")
      #expect(token(try scene.renew()) == third)
    }

    @Test func `a token whose end has passed is expired until the next one`() throws {
      let scene = try Scene(in: cluster)
      try cluster.endCurrentToken(scene, secondsAgo: 1)
      #expect(try scene.verify().faults(asProblem: "TOKEN_EXPIRED", 401) == [])
      let renewed = token(try scene.renew())
      #expect(renewed != scene.token)
      #expect(try scene.app.verify(renewed).code == "VALID")
      #expect(try scene.verify().code == "TOKEN_EXPIRED")
    }

    @Test func `a replaced token does not live past its own end`() throws {
      let scene = try Scene(in: cluster, settings: ["token_ttl_seconds": 20])
      let end = try #require(scene.activation.json["token"]["expires_at"].instant)
      try cluster.age(scene, issuedSecondsAgo: 11)
      _ = try scene.renew()
      let old = try scene.verify()
      #expect(old.code == "VALID")
      #expect(old.json["token"]["expires_at"].instant.map { $0 <= end } == true)
    }

    @Test func `a renewal whose answer was lost harms nobody`() throws {
      let scene = try Scene(in: cluster)
      try cluster.age(scene, issuedSecondsAgo: 11)
      let body: Json = ["code": .text(scene.code), "device": scene.device.json]
      let connection = try cluster.http.connect()
      let request = scene.app.signer.signed(HTTPRequest("POST", "/v1/renew", body: body.bytes))
      try connection.send(request.bytes(host: "x"))
      let row = """
        select t.generation from access_tokens t join device_bindings b on b.id = t.binding_id
        where b.license_id = \(scene.license["id"].rowID)
        """
      #expect(try Patience.wait(upTo: 10) { try cluster.number(row) == 2 })
      #expect(try scene.verify().code == "VALID")
      let again = try scene.renew()
      #expect(try scene.app.verify(token(again)).code == "VALID")
      #expect(try cluster.number(row) == 2)
    }

    @Test func `last seen and the slid end reach PostgreSQL in the end`() throws {
      let scene = try Scene(in: cluster, settings: ["token_ttl_seconds": 600])
      try cluster.sql(
        """
        update access_tokens set ends_at = now() + interval '5 seconds' where binding_id in
          (select id from device_bindings where license_id = \(scene.license["id"].rowID))
        """)
      try cluster.forgetBindings()
      #expect(try scene.verify().code == "VALID")
      let late = """
        select count(*) from access_tokens t join device_bindings b on b.id = t.binding_id
        where b.license_id = \(scene.license["id"].rowID)
          and t.ends_at > now() + interval '590 seconds'
        """
      #expect(try Patience.wait(upTo: 20) { try cluster.number(late) == 1 })
    }
  }
}
