import Cryptography
import JSON
import Testing

@testable import LoadTest

@Suite struct ProofCheckerTests {
  private let server: ProofFixture

  init() throws { server = try ProofFixture() }

  private func flaw(_ body: [UInt8]) -> ProofFlaw? {
    var checker = ProofChecker(server.keys)
    do throws(ProofFlaw) {
      try checker.check(body, server.expected)
      #expect(checker.tally.failed == 0)
      return nil
    } catch {
      #expect(checker.tally.failed == 1)
      return error
    }
  }

  private func flaw(claims changes: [String: JSONValue]) throws -> ProofFlaw? {
    flaw(server.answer(try server.compact(server.claims(changes))))
  }

  @Test func `a true credential counts`() throws {
    #expect(try flaw(claims: [:]) == nil)
  }

  @Test func `claims about anything else do not`() throws {
    #expect(try flaw(claims: ["nonce": .string("another-nonce-xx")]) == .nonce)
    #expect(try flaw(claims: ["nonce": .null]) == .nonce)
    #expect(try flaw(claims: ["aud": .string("app_bbbbbbbbbbbbb")]) == .audience)
    #expect(try flaw(claims: ["device": .string("device-0002")]) == .device)
    #expect(try flaw(claims: ["code": .string("LICENSE_EXPIRED")]) == .verdict)
    #expect(try flaw(claims: ["iss": .string("")]) == .times)
    #expect(try flaw(claims: ["iat": .number(JSONNumber(1_767_220_000))]) == .times)
    #expect(try flaw(claims: ["exp": .number(JSONNumber(1_767_225_000))]) == .times)
  }

  @Test func `a forged signature does not count`() throws {
    let forger = try ProofFixture()
    let header = JWS.header(keyID: server.key.publicKey.thumbprint, type: "countersign+jwt")
    let forged = JWS.compact(header: header, payload: server.claims(), key: forger.key)
    #expect(flaw(server.answer(.string(forged))) == .signature)
    #expect(flaw(server.answer(try forger.compact(server.claims()))) == .header)
  }

  @Test func `another type of token by the same key does not count`() throws {
    let header = JWS.header(
      keyID: server.key.publicKey.thumbprint, type: "countersign-keys+jwt")
    let other = JWS.compact(header: header, payload: server.claims(), key: server.key)
    #expect(flaw(server.answer(.string(other))) == .header)
  }

  @Test func `an answer without a credential does not count`() {
    #expect(flaw(Array(#"{"code":"VALID"}"#.utf8)) == .missing)
    #expect(flaw(Array(#"{"code":"VALID","credential":7}"#.utf8)) == .form)
    #expect(flaw(Array("[]".utf8)) == .notJSON)
  }

  /// A key set document that `root` signed.
  private func document(_ keys: [JSONValue], root: Ed25519PrivateKey) -> [UInt8] {
    let payload = JSONValue.object(["keys": .array(keys)]).compactText
    let header = JWS.header(keyID: root.publicKey.thumbprint, type: KeyRing.type)
    let signed = JWS.compact(header: header, payload: Array(payload.utf8), key: root)
    return Array(JSONValue.object(["signed": .string(signed)]).compactText.utf8)
  }

  private func entry(kind: String = "OKP", curve: String = "Ed25519") -> JSONValue {
    .object([
      "kty": .string(kind), "crv": .string(curve), "alg": .string("EdDSA"), "use": .string("sig"),
      "x": .string(base64(server.key.publicKey.raw)),
    ])
  }

  @Test func `a key set counts by its root key's word only`() throws {
    let root = try Ed25519PrivateKey.generate()
    let document = document([entry()], root: root)
    #expect(KeyRing(document: document, root: root.publicKey)?.keys.count == 1)
    #expect(KeyRing(document: document, root: server.key.publicKey) == nil)
    #expect(KeyRing(document: document, root: nil)?.keys.count == 1)
  }

  // JWT-01
  @Test func `a key set with a key of another kind is none`() throws {
    let root = try Ed25519PrivateKey.generate()
    for foreign in [entry(kind: "EC", curve: "P-256"), entry(curve: "X25519"), .null] {
      let document = document([entry(), foreign], root: root)
      #expect(KeyRing(document: document, root: root.publicKey) == nil)
      #expect(KeyRing(document: document, root: nil) == nil)
    }
  }
}
