import TestClient
import Testing

/// The check itself: each of its lines refuses a credential in which all else is right.
@Suite struct CredentialCheckTests {
  static let seed = [UInt8](repeating: 7, count: 32)
  static let x = Base64URL.text(TestCrypto.publicKey(seed: seed))
  static let kid = KeySet.thumbprint(x: x)
  static let header: Json = ["alg": "EdDSA", "kid": .text(kid), "typ": "countersign+jwt"]
  static let claims: Json = [
    "iss": "countersign", "aud": "app_aaaaaaaaaaaaa", "sub": "lic_aaaaaaaaaaaaa", "iat": 1000,
    "exp": 2000, "jti": "x", "nonce": "nonce-of-the-request", "code": "VALID",
    "device": "device-1",
  ]

  var check: CredentialCheck {
    let key = KeySet.Key(
      kid: Self.kid, bytes: TestCrypto.publicKey(seed: Self.seed), useFrom: 0)
    return CredentialCheck(
      keys: KeySet(issuedAt: 0, endsAt: .max, keys: [key]), appID: "app_aaaaaaaaaaaaa",
      deviceID: "device-1")
  }

  func credential(_ header: Json = header, _ claims: Json = claims, seed: [UInt8] = seed) -> Json {
    .text(CompactJWS.make(header: header, payload: claims, seed: seed))
  }

  func fault(_ credential: Json, newest: Int64 = 0) -> CredentialCheck.Fault? {
    var check = check
    check.newestIssuedAt = newest
    do throws(CredentialCheck.Fault) {
      _ = try check.online(credential, nonce: "nonce-of-the-request")
      return nil
    } catch {
      return error
    }
  }

  @Test func `a good one passes`() { #expect(fault(credential()) == nil) }

  @Test func `each claim that is another's is refused by its own check`() {
    let changes: [(String, Json, CredentialCheck.Fault)] = [
      ("iss", "someone", .issuer), ("aud", "app_bbbbbbbbbbbbb", .audience),
      ("aud", ["app_aaaaaaaaaaaaa"], .audience), ("device", "device-2", .device),
      ("nonce", "nonce-of-another", .nonce), ("nonce", .absent, .nonce),
      ("iat", "1000", .notACredential),
    ]
    for (name, value, expected) in changes {
      let changed = Self.claims.replacing(name, with: value)
      #expect(fault(credential(Self.header, changed)) == expected)
    }
  }

  @Test func `each part of the header that is another is refused by its own check`() {
    let changes: [(String, Json, CredentialCheck.Fault)] = [
      ("alg", "none", .algorithm), ("alg", "HS256", .algorithm), ("alg", "ES256", .algorithm),
      ("typ", "JWT", .type), ("typ", "countersign-keys+jwt", .type), ("kid", "x", .unknownKey),
      ("kid", .absent, .unknownKey),
    ]
    for (name, value, expected) in changes {
      #expect(fault(credential(Self.header.replacing(name, with: value))) == expected)
    }
  }

  @Test func `a signature by another key is refused`() {
    let forged = credential(seed: [UInt8](repeating: 8, count: 32))
    #expect(fault(forged) == .signature)
  }

  @Test func `a credential older than the newest kept is refused`() {
    #expect(fault(credential(), newest: 1000) == nil)
    #expect(fault(credential(), newest: 1001) == .olderThanKept)
  }

  @Test func `offline it counts from its issue until its end`() throws {
    #expect(throws: CredentialCheck.Fault.notYetIssued) {
      try check.offline(credential(), now: 999)
    }
    #expect(throws: CredentialCheck.Fault.ended) { try check.offline(credential(), now: 2000) }
    #expect(try check.offline(credential(), now: 1000)["code"] == "VALID")
    #expect(try check.offline(credential(), now: 1999)["code"] == "VALID")
  }

  @Test func `the RFC 8037 key has the RFC 8037 thumbprint`() {
    let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
    #expect(KeySet.thumbprint(x: x) == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
  }

  @Test func `a key set counts only by its root signature, and never when older`() throws {
    let key: Json = [
      "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": .text(Self.kid),
      "x": .text(Self.x), "use_from": 0,
    ]
    let header: Json = ["alg": "EdDSA", "typ": "countersign-keys+jwt"]
    let payload: Json = ["keys": [key], "iat": 100, "exp": 200]
    let signed = CompactJWS.make(header: header, payload: payload, seed: Self.seed)
    let document: Json = ["keys": [], "signed": .text(signed)]
    let root = TestCrypto.publicKey(seed: Self.seed)
    #expect(try KeySet(document: document, rootKey: root, now: 150).keys.count == 1)
    #expect(throws: KeySet.Fault.older) {
      try KeySet(document: document, rootKey: root, newestSeen: 101, now: 150)
    }
    #expect(throws: KeySet.Fault.ended) {
      try KeySet(document: document, rootKey: root, now: 200)
    }
    #expect(throws: KeySet.Fault.signature) {
      try KeySet(
        document: document, rootKey: TestCrypto.publicKey(seed: [UInt8](repeating: 9, count: 32)),
        now: 150)
    }
  }
}
