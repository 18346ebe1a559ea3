import Cryptography
import Encodings
import JSON

@testable import LoadTest

/// A server's key, and the proofs that it makes.
struct ProofFixture {
  let key: Ed25519PrivateKey
  let expected = Expectation(
    appID: "app_aaaaaaaaaaaaa", deviceID: "device-0001", nonce: "nonce-of-the-request",
    sentSeconds: 1_767_225_600)

  init() throws { key = try Ed25519PrivateKey.generate() }

  var keys: KeyRing { KeyRing(keys: [key.publicKey]) }

  func claims(_ changes: [String: JSONValue] = [:]) -> [UInt8] {
    var claims: JSONObject = [
      "iss": .string("countersign"), "aud": .string(expected.appID),
      "iat": .number(JSONNumber(1_767_225_601)), "exp": .number(JSONNumber(1_767_398_400)),
      "nonce": .string(expected.nonce), "code": .string("VALID"),
      "device": .string(expected.deviceID),
    ]
    for (name, value) in changes { claims[name] = value }
    return Array(JSONValue.object(claims).compactText.utf8)
  }

  func answer(_ proof: JSONValue, code: String = "VALID") -> [UInt8] {
    let answer = JSONValue.object(["code": .string(code), "credential": proof])
    return Array(answer.compactText.utf8)
  }

  func compact(_ claims: [UInt8]) throws -> JSONValue {
    let header = JWS.header(keyID: key.publicKey.thumbprint, type: "countersign+jwt")
    return .string(JWS.compact(header: header, payload: claims, key: key))
  }

  /// The proofs of one batch, in the order of its claims.
  func batch(_ entries: [[UInt8]]) throws -> [JSONObject] {
    let tree = SmallTree(entries)
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: entries.count >> $0) }
    let signature = key.sign(Array("countersign-batch\0".utf8) + size + tree.root)
    return entries.indices.map { index in
      [
        "typ": .string("countersign-batch"), "kid": .string(key.publicKey.thumbprint),
        "payload": .string(Base64URL.encode(entries[index])),
        "size": .number(JSONNumber(Int64(entries.count))),
        "index": .number(JSONNumber(Int64(index))),
        "path": .array(tree.path(to: index).map { .string(Base64URL.encode($0)) }),
        "signature": .string(Base64URL.encode(signature)),
      ]
    }
  }
}
