import Foundation
import TestClient
import TestCluster
import TestDirect
import Testing
import Wire
import ZeroMQ

extension SystemTests {
  /// Backends that speak the bus themselves, by messages written by hand.
  @Suite struct DirectTests {
    let cluster: Cluster
    let scene: Scene
    let key: String

    init() throws {
      cluster = try Cluster()
      scene = try Scene(in: cluster)
      key = try cluster.makeOperator("--scope", "verify").key
    }

    func accepted(_ keys: CurveKeyPair? = nil) throws -> DirectHand {
      let hand = try cluster.directHand(keys)
      #expect(try hand.present(key) == .accepted)
      return hand
    }

    func signedVerify() -> (headers: [HeaderField], body: [UInt8]) {
      let body = (["device": scene.device.json] as Json).bytes
      let request = HTTPRequest("POST", "/v1/verify", body: body)
      let value = RequestSigner(token: scene.token).authorization(
        for: request, nonce: RequestSigner.freshNonce())
      return ([HeaderField("authorization", value)], body)
    }

    @Test func `a key that is not listed gets no connection, nor does who speaks no CURVE`() throws
    {
      let stranger = try cluster.directHand(try .generate())
      #expect(try !stranger.greet(upTo: 2))
      let plain = try DirectHand(try cluster.directEndpoint(), .none)
      #expect(try !plain.greet(upTo: 2))
      #expect(try cluster.directHand().greet())
    }

    @Test func `who showed no key, or did not greet, is refused`() throws {
      let silent = try cluster.directHand()
      #expect(try silent.introspect(scene.token, key: key) == .reject("KEY_INVALID"))
      let hand = try cluster.directHand()
      #expect(try hand.greet())
      #expect(try hand.introspect(scene.token) == .reject("KEY_INVALID"))
      let verify = signedVerify()
      #expect(
        try hand.ask("/v1/verify", verify.body, headers: verify.headers)
          == .reject("KEY_INVALID"))
      #expect(try hand.introspect("none", key: "csk_unknown") == .reject("KEY_INVALID"))
    }

    @Test func `a key without the scope is refused by that name`() throws {
      let reader = try cluster.makeOperator("--scope", "read").key
      #expect(try cluster.directHand().present(reader) == .reject("SCOPE_MISSING"))
    }

    @Test func `an accepted connection introspects and verifies, and nothing else`() throws {
      let hand = try accepted()
      guard case .reply(200, let found) = try hand.introspect(scene.token) else {
        Issue.record("no introspection")
        return
      }
      #expect(found["active"] == true && found["code"] == "VALID")
      let verify = signedVerify()
      #expect(try hand.ask("/v1/verify", verify.body, headers: verify.headers).code == "VALID")
      // A captured verification is worthless, over the bus and over HTTP.
      #expect(
        try hand.ask("/v1/verify", verify.body, headers: verify.headers).code
          == "NONCE_REPLAYED")
      var captured = HTTPRequest("POST", "/v1/verify", body: verify.body)
      captured.headers["Authorization"] = String(decoding: verify.headers[0].value, as: UTF8.self)
      #expect(try cluster.http.perform(captured).code == "NONCE_REPLAYED")
      for target in ["/v1/activate", "/v1/config", "/admin/v1/apps", "/"] {
        #expect(try hand.ask(target) == .reject("NOT_ALLOWED"))
      }
      #expect(try hand.ask("/v1/verify").code == "SIGNATURE_MISSING")
    }

    @Test func `a captured verification is a replay under its own request id, too, by another key`()
      throws
    {
      let other = try CurveKeyPair.generate()
      try allow([other.publicKey.text + " other call=verification"])
      let second = try acceptedSoon(other)
      let first = try accepted()
      let (id, verify) = (TestCrypto.randomBytes(16), signedVerify())
      _ = try first.send("/v1/verify", verify.body, headers: verify.headers, id: id)
      #expect(try first.outcome(of: id).code == "VALID")
      _ = try second.send("/v1/verify", verify.body, headers: verify.headers, id: id)
      #expect(try second.outcome(of: id).code == "NONCE_REPLAYED")
      // Sent again by who sent it first it is the same request, and is answered again.
      _ = try first.send("/v1/verify", verify.body, headers: verify.headers, id: id)
      #expect(try first.outcome(of: id).code == "VALID")
    }

    @Test func `two clients may use the same request id at once, and each hears its own`() throws {
      let other = try CurveKeyPair.generate()
      try allow([other.publicKey.text + " other call=verification"])
      let second = try acceptedSoon(other)
      let first = try accepted()
      for round in 0..<50 {
        let id = TestCrypto.randomBytes(16)
        let token = (["access_token": .text(scene.token)] as Json).bytes
        let junk = (["access_token": "junk"] as Json).bytes
        _ = try first.send("/v1/introspect", round % 2 == 0 ? token : junk, id: id)
        _ = try second.send("/v1/introspect", round % 2 == 0 ? junk : token, id: id)
        let codes = [try first.outcome(of: id).code, try second.outcome(of: id).code]
        let expected = ["VALID", "TOKEN_INVALID"]
        #expect(codes == (round % 2 == 0 ? expected : expected.reversed()))
      }
    }

    @Test func `an app's key sees tokens of that app only`() throws {
      let other = try Scene(in: cluster)
      let bound = try cluster.makeOperator("--scope", "verify", "--app", scene.app.id).key
      let hand = try cluster.directHand()
      #expect(try hand.present(bound) == .accepted)
      #expect(try hand.introspect(scene.token).code == "VALID")
      #expect(try hand.introspect(other.token).code == "TOKEN_INVALID")
    }

    @Test func `a revoked key serves no longer, for introspection and for verification`() throws {
      let made = try cluster.countersign("key", "add", "--name", "ends", "--scope", "verify")
      let words = (made.output + " " + made.errors).split {
        !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-"
      }
      let key = try #require(words.first { $0.hasPrefix("csk_") }.map(String.init))
      let id = try #require(words.first { $0.hasPrefix("key_") }.map(String.init))
      let hands = [try cluster.directHand(), try cluster.directHand()]
      for hand in hands { #expect(try hand.present(key) == .accepted) }
      #expect(try cluster.countersign("key", "revoke", id).status == 0)
      let isIntrospectionOver = try Patience.wait(upTo: 5) {
        try hands[0].introspect(scene.token) == .reject("KEY_INVALID")
      }
      #expect(isIntrospectionOver)
      let isVerificationOver = try Patience.wait(upTo: 5) {
        let verify = signedVerify()
        return try hands[1].ask("/v1/verify", verify.body, headers: verify.headers)
          == .reject("KEY_INVALID")
      }
      #expect(isVerificationOver)
    }

    @Test func `a client that is silent for three seconds begins anew`() throws {
      let hand = try accepted()
      // The server's heartbeats end when it has forgotten the client.
      let isForgotten = try Patience.wait(upTo: 20) {
        try !Patience.wait(upTo: 2) { try hand.listen() }
      }
      #expect(isForgotten)
      #expect(try hand.introspect(scene.token) == .reject("KEY_INVALID"))
      #expect(try hand.present(key) == .accepted)
      #expect(try hand.introspect(scene.token).code == "VALID")
    }

    @Test func `a client has no more in flight than its line says, and hears when to come again`()
      throws
    {
      let capped = try CurveKeyPair.generate()
      try allow([capped.publicKey.text + " capped call=verification in-flight=2"])
      let hand = try acceptedSoon(capped)
      let body = (["access_token": .text(scene.token)] as Json).bytes
      let ids = try (0..<200).map { _ in try hand.send("/v1/introspect", body) }
      let codes = try hand.outcomes(of: ids).map(\.code)
      #expect(Set(codes) == ["VALID", "TOO_MANY"], "\(Set(codes))")
    }

    @Test func `who is taken off the list is let in no more, and not heard where it is`() throws {
      let leaving = try CurveKeyPair.generate()
      let list = TextFile.read(cluster.directList)
      try allow([leaving.publicKey.text + " leaving call=verification"])
      let hand = try acceptedSoon(leaving)
      try cluster.writeDirectList(list)
      let isRefused = try Patience.wait(upTo: 10) {
        try hand.introspect(scene.token) == .reject("KEY_INVALID")
      }
      #expect(isRefused)
      #expect(try hand.greet())
      #expect(try hand.outcome(of: []) == .reject("NOT_ALLOWED"))
      #expect(try !cluster.directHand(leaving).greet(upTo: 2))
    }

    @Test func `messages that are none harm nobody`() throws {
      let hand = try accepted()
      #expect(try hand.sayBytes(TestCrypto.randomBytes(300)))
      #expect(try hand.sayBytes([]))
      #expect(try hand.introspect(scene.token).code == "VALID")
      // A frame beyond the limit costs its sender the connection, others nothing.
      let other = try accepted()
      #expect(try hand.sayBytes([UInt8](repeating: 0, count: 1 << 20)))
      #expect(try other.introspect(scene.token).code == "VALID")
    }

    @Test func `a process that stops says so, and answers all that it was sent`() throws {
      let hand = try accepted()
      let member = try cluster.member("verification")
      let body = (["access_token": .text(scene.token)] as Json).bytes
      var ids = try (0..<200).map { _ in try hand.send("/v1/introspect", body) }
      kill(member.id, SIGTERM)
      let isTold = try Patience.wait(upTo: 10) {
        try hand.listen()
        if hand.heard.contains(.drain) { return true }
        ids.append(try hand.send("/v1/introspect", body))
        return false
      }
      #expect(isTold)
      #expect(try hand.say(.drain))
      let codes = try hand.outcomes(of: ids).map(\.code)
      #expect(codes.allSatisfy { $0 == "VALID" }, "\(Set(codes))")
      #expect(cluster.waitForRestart(of: member))
      #expect(try accepted().introspect(scene.token).code == "VALID")
    }

    @Test func `the Python example runs and checks a credential`() throws {
      let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      var environment = cluster.environment
      environment["PATH"] = "/usr/bin:/bin"
      environment["COUNTERSIGN_OPERATOR_KEY"] = key
      environment["ACCESS_TOKEN"] = scene.token
      environment["DEVICE_ID"] = scene.device.id
      let done = try ChildProcess.run(
        "/usr/bin/python3", ["/\(root)/docs/examples/direct_client.py"], environment: environment)
      #expect(done.status == 0, "\(done.errors)")
      #expect(
        done.output == """
          connected
          introspected: True VALID
          verified: 200 VALID
          credential holds: VALID
          replayed: 409 NONCE_REPLAYED

          """)
    }

    // MARK: The list

    func allow(_ lines: [String]) throws {
      let list = TextFile.read(cluster.directList)
      try cluster.writeDirectList(list + lines.map { $0 + "\n" }.joined())
    }

    /// Accepted as soon as the list that names the key was read. Who was refused once does not try
    /// again by itself.
    func acceptedSoon(_ keys: CurveKeyPair) throws -> DirectHand {
      let found = try Patience.wait(upTo: 10) { () -> DirectHand? in
        let hand = try cluster.directHand(keys)
        return try hand.greet(upTo: 1) ? hand : nil
      }
      let hand = try #require(found)
      #expect(try hand.present(key) == .accepted)
      return hand
    }
  }
}
