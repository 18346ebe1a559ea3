import TestClient
import TestCluster
import Testing

/// `Countersign-Proof: batch` (signing.md), by a client with its own implementation of RFC 9162.
@Suite struct BatchProofTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  private func verify(_ scene: Scene, proof: String, token: String? = nil) throws -> HTTPAnswer {
    let request = HTTPRequest("POST", "/v1/verify", headers: ["Countersign-Proof": proof])
    return try scene.app.send(request, by: RequestSigner(token: token ?? scene.token))
  }

  @Test func `a client that asks for it gets a proof that holds, for a yes and for a no`() throws {
    let scene = try Scene(in: cluster)
    let yes = try verify(scene, proof: "batch")
    #expect(yes.status == 200 && yes.json["code"] == "VALID")
    #expect(yes.json["credential"]["typ"] == "countersign-batch")
    #expect(try scene.claims(yes)["code"] == "VALID")
    try scene.operate("disable")
    let no = try verify(scene, proof: "batch")
    #expect(no.json["valid"] == false)
    #expect(try scene.claims(no)["code"] == "LICENSE_DISABLED")
  }

  @Test(arguments: ["", "jws", "Batch", "batch, jws"])
  func `any other value gets a signature of its own`(_ value: String) throws {
    let scene = try Scene(in: cluster)
    let answer = try verify(scene, proof: value)
    #expect(answer.json["credential"].string != nil)
    #expect(try scene.claims(answer)["code"] == "VALID")
  }

  @Test func `activation and renewal sign each answer by itself`() throws {
    let scene = try Scene(in: cluster)
    let body: Json = ["code": .text(scene.code), "device": scene.device.json]
    for path in ["/v1/activate", "/v1/renew"] {
      let request = HTTPRequest(
        "POST", path, headers: ["Countersign-Proof": "batch"], body: body.bytes)
      let answer = try scene.app.send(request, by: scene.app.signer)
      #expect(answer.json["credential"].string != nil, "\(path)")
    }
  }

  @Test func `answers of one moment share a signature, and each has its own place`() throws {
    let scene = try Scene(in: cluster)
    let hasBatched = try Patience.wait(upTo: 30) {
      let answers = try Parallel.map(32) { _ in try verify(scene, proof: "batch") }
      for answer in answers { #expect(try scene.claims(answer)["code"] == "VALID") }
      let proofs = answers.map { $0.json["credential"] }
      let places = proofs.map { "\($0["signature"].string ?? "") \($0["index"].integer ?? -1)" }
      #expect(Set(places).count == places.count)
      return proofs.contains { ($0["size"].integer ?? 0) > 1 }
    }
    #expect(hasBatched)
  }

  @Test func `a proof with one bit changed holds no more`() throws {
    let scene = try Scene(in: cluster)
    let answer = try verify(scene, proof: "batch")
    let proof = answer.json["credential"]
    let check = try scene.check()
    for name in ["payload", "signature"] {
      var bytes = try #require(proof[name].string.flatMap(Base64URL.bytes))
      // Within a claim's value, so that the payload is JSON still.
      bytes[bytes.count / 2] ^= 1
      let changed = proof.replacing(name, with: .text(Base64URL.text(bytes)))
      #expect(throws: CredentialCheck.Fault.self) {
        try check.online(changed, nonce: answer.sentNonce)
      }
    }
  }
}
