import Cryptography
import Instants
import JSON
import Testing

@testable import countersign

struct CredentialCheckTests {
  private let root: Ed25519PrivateKey
  private let signing: Ed25519PrivateKey
  private let now = Timestamp(secondsSinceEpoch: 1_796_000_000)

  init() throws {
    root = try .generate()
    signing = try .generate()
  }

  private func check(useFrom: Timestamp? = nil) throws -> CredentialCheck {
    var set = KeySet()
    set.add(signing.publicKey, useFrom: useFrom ?? now)
    return try CredentialCheck(
      keySet: Array(set.document(root: root, now: now).utf8), rootKey: root.publicKey.raw,
      app: "app_a", now: now)
  }

  private func credential(
    _ changes: JSONObject = [:], by key: Ed25519PrivateKey? = nil, type: String = "countersign+jwt"
  ) throws -> String {
    let claims: JSONObject = [
      "iss": .string("countersign"), "aud": .string("app_a"), "device": .string("d"),
      "nonce": .string("n"), "iat": .number(JSONNumber(10)), "exp": .number(JSONNumber(20)),
      "code": .string("VALID"),
    ]
    let key = key ?? signing
    let payload = JSONValue.object(claims.overlaid(with: changes)).compactText
    return JWS.compact(
      header: JWS.header(keyID: key.publicKey.thumbprint, type: type),
      payload: Array(payload.utf8), key: key)
  }

  @Test func `claims count that a key of the set signed for this very request`() throws {
    let claims = try check().claims(credential(), device: "d", nonce: "n")
    #expect(claims["code"]?.string == "VALID")
  }

  @Test(arguments: ["aud", "device", "nonce", "iss", "iat", "exp"])
  func `another's claims do not count`(name: String) throws {
    let check = try check()
    let forged = try credential([name: .string("")])
    #expect(throws: CommandFault.self) { try check.claims(forged, device: "d", nonce: "n") }
  }

  @Test func `another's key, an unripe key and another type do not count`() throws {
    let stranger = try credential(by: .generate())
    let mistyped = try credential(type: "JWT")
    let ripe = try check()
    #expect(throws: CommandFault.self) { try ripe.claims(stranger, device: "d", nonce: "n") }
    #expect(throws: CommandFault.self) { try ripe.claims(mistyped, device: "d", nonce: "n") }
    let unripe = try check(useFrom: now + 1)
    let sound = try credential()
    #expect(throws: CommandFault.self) { try unripe.claims(sound, device: "d", nonce: "n") }
  }

  @Test func `a key set that another root has signed is refused`() throws {
    let set = try KeySet().document(root: .generate(), now: now)
    #expect(throws: CommandFault.self) {
      try CredentialCheck(
        keySet: Array(set.utf8), rootKey: root.publicKey.raw, app: "app_a", now: now)
    }
  }
}
