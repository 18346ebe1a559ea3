import TestClient
import TestCluster
import Testing

/// signing.md, "Credential" and "Keys", as the service fulfils them.
@Suite struct CredentialTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(
      in: cluster, settings: ["offline_grace_seconds": 7200], license: ["features": ["a": 1]])
  }

  @Test func `activate, renew and verify carry the claims of the table`() throws {
    for answer in [scene.activation, try scene.renew(), try scene.verify()] {
      let claims = try scene.claims(answer)
      #expect(Shape.validClaims.faults(claims) == [])
      #expect(claims["iss"] == "countersign")
      #expect(claims["aud"] == .text(scene.app.id))
      #expect(claims["sub"] == .text(scene.licenseID))
      #expect(claims["iat"].integer == answer.json["server_time"].instant)
      #expect(claims["nonce"].string == answer.sentNonce)
      #expect(claims["device"] == .text(scene.device.id))
      #expect(claims["plan"] == answer.json["license"]["plan"])
      #expect(claims["license_expires_at"] == answer.json["license"]["expires_at"])
      #expect(claims["features"] == answer.json["license"]["features"])
      #expect(claims["settings"] == answer.json["settings"])
    }
  }

  @Test func `jti are 128 random bits`() throws {
    let ids = try (0..<20).map { _ in try scene.claims(try scene.verify())["jti"].string ?? "" }
    #expect(Set(ids).count == 20)
    #expect(ids.allSatisfy { $0.utf8.count >= 22 })
  }

  @Test func `a credential serves offline for the grace of the app`() throws {
    let claims = try scene.claims(scene.activation)
    let iat = try #require(claims["iat"].integer)
    #expect(claims["exp"].integer == iat + 7200)
    let check = try scene.check()
    let credential = scene.activation.json["credential"]
    #expect(throws: CredentialCheck.Fault.ended) {
      try check.offline(credential, now: iat + 7200)
    }
    #expect(throws: CredentialCheck.Fault.notYetIssued) {
      try check.offline(credential, now: iat - 1)
    }
    #expect(try check.offline(credential, now: iat + 7199)["code"] == "VALID")
  }

  @Test func `a credential never outlives its licence`() throws {
    let end = Instant.now + 600
    let short = try Scene(in: cluster, license: ["expires_at": .text(Instant.text(end))])
    #expect(try short.claims(short.activation)["exp"].integer == end)
    #expect(try short.claims(try short.verify())["exp"].integer == end)
  }

  @Test func `a lifetime licence is null in the claims`() throws {
    let forever = try Scene(in: cluster, license: ["plan": "lifetime"])
    let claims = try forever.claims(forever.activation)
    #expect(claims["license_expires_at"] == .null)
    #expect(claims["exp"].integer == (claims["iat"].integer ?? 0) + 172_800)
  }

  @Test func `a refusal ends when it is made and grants nothing`() throws {
    try scene.operate("disable")
    let answer = try scene.verify()
    let claims = try scene.claims(answer)
    #expect(Shape.refusalClaims.faults(claims) == [])
    #expect(claims["code"] == "LICENSE_DISABLED")
    #expect(claims["exp"] == claims["iat"])
    #expect(claims["sub"] == .text(scene.licenseID))
  }

  @Test func `the header names algorithm, type and key, and nothing else`() throws {
    let jws = try #require(CompactJWS(scene.activation.json["credential"].string ?? ""))
    #expect(jws.header.names == ["alg", "kid", "typ"])
    #expect(jws.header["alg"] == "EdDSA")
    #expect(jws.header["typ"] == "countersign+jwt")
  }

  @Test func `a client that asks for batch proofs may still get a JWS`() throws {
    let signer = RequestSigner(token: scene.token)
    let request = HTTPRequest(
      "POST", "/v1/verify", headers: ["Countersign-Proof": "batch"], body: [])
    let answer = try scene.app.send(request, by: signer)
    #expect(answer.json["code"] == "VALID")
    #expect(try scene.claims(answer)["code"] == "VALID")
  }

  @Test func `the key set is signed by the root key and served for a while`() throws {
    let answer = try cluster.http.get("/.well-known/countersign-keys")
    #expect(answer.status == 200)
    #expect(answer.json.names == ["keys", "signed"])
    let keys = answer.json["keys"].items
    #expect(!keys.isEmpty)
    for key in keys { #expect(Shape.publicKey.faults(key) == []) }
    let set = try KeySet(document: answer.json, rootKey: cluster.rootKey)
    #expect(set.endsAt > Instant.now)
    let jws = try #require(CompactJWS(scene.activation.json["credential"].string ?? ""))
    let key = try #require(set.key(jws.header["kid"].string ?? ""))
    #expect(key.useFrom <= Instant.now)
  }

  @Test func `plain keys and signed keys are the same set`() throws {
    let document = try cluster.http.get("/.well-known/countersign-keys").json
    let signed = try #require(CompactJWS(document["signed"].string ?? "")).payload
    let plain = document["keys"].items.map { $0["kid"] }
    #expect(!plain.isEmpty)
    #expect(signed["keys"].items.map { $0["kid"] } == plain)
  }
}
