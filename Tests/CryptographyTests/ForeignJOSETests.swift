import Cryptography
import Encodings
import JSON
import Testing

/// JWT-01: whatever other people's tokens and keys are, only EdDSA by Ed25519 is taken.
@Suite struct ForeignJOSETests {
  private let key: Ed25519PrivateKey
  private let type = "countersign+jwt"

  init() throws {
    key = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 7, count: 32)))
  }

  /// Of Wycheproof: compact or not, right or wrong by a key of another kind.
  private func tokens() throws -> [String] {
    let groups = try #require(Vectors.read("json_web_signature_test.json")["testGroups"]?.array)
    return groups.flatMap { $0["tests"]?.array ?? [] }.map { $0["jws"]?.string ?? "" }
  }

  @Test func `no token of another algorithm opens`() throws {
    let tokens = try tokens()
    #expect(tokens.count == 241)
    for token in tokens {
      #expect(JWS.open(token, key: key.publicKey) == nil)
      #expect(JWS.verify(token, key: key.publicKey, type: type) == nil)
    }
  }

  /// Only the header refuses these: the signature is right.
  @Test func `no header of another algorithm is taken, even under our signature`() throws {
    var signed = 0
    for token in try tokens() {
      let parts = token.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, let header = Base64URL.decode(parts[0].utf8),
        let payload = Base64URL.decode(parts[1].utf8)
      else { continue }
      let own = JWS.compact(header: header, payload: payload, key: key)
      #expect(JWS.open(own, key: key.publicKey)?.payload == payload)
      #expect(JWS.verify(own, key: key.publicKey, type: type) == nil)
      signed += 1
    }
    #expect(signed > 200)
  }

  @Test func `no key of another kind is one of ours`() throws {
    let groups = try #require(Vectors.read("json_web_key_test.json")["testGroups"]?.array)
    let sets = groups.flatMap { [$0["public"], $0["private"]] }.compactMap { $0?["keys"]?.array }
    let keys = sets.flatMap { $0 }
    #expect(keys.count > 20)
    for foreign in keys {
      #expect(JWK.publicKey { foreign[$0]?.string } == nil)
    }
  }

  // RFC 8037 section 2, appendix A.2
  @Test func `an Ed25519 key is one, and with any member changed it is not`() throws {
    let members = [
      "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig",
      "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    ]
    let key = JWK.publicKey { members[$0] }
    #expect(key?.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    for (name, other) in [
      ("kty", "EC"), ("crv", "X25519"), ("crv", "P-256"), ("alg", "ES256"), ("use", "enc"),
      ("x", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHUR"), ("x", "="),
    ] {
      #expect(JWK.publicKey { $0 == name ? other : members[$0] } == nil, "\(name) \(other)")
      #expect(JWK.publicKey { $0 == name ? nil : members[$0] } == nil, "no \(name)")
    }
  }
}
