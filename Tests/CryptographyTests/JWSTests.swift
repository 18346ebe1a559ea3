import Cryptography
import Encodings
import JSON
import Testing

@Suite struct JWSTests {
  private let key: Ed25519PrivateKey
  private let type = "countersign+jwt"

  init() throws {
    key = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 7, count: 32)))
  }

  private func sign(_ header: String, _ payload: String = "{}") throws -> String {
    JWS.compact(header: Array(header.utf8), payload: Array(payload.utf8), key: key)
  }

  private func header(
    algorithm: String = "EdDSA", keyID: String? = nil, type: String = "countersign+jwt"
  ) -> String {
    #"{"alg":"\#(algorithm)","kid":"\#(keyID ?? key.publicKey.thumbprint)","typ":"\#(type)"}"#
  }

  // RFC 8037 appendix A.4 and A.5
  @Test func `the example of RFC 8037 is made and read`() throws {
    let example = try Vectors.read("curve25519-jws.json")
    let seed = try #require(Base64URL.decode((example["input"]?["key"]?["d"]?.string ?? "").utf8))
    let key = try Ed25519PrivateKey(seed: SecretBytes(seed))
    let payload = Array((example["input"]?["payload"]?.string ?? "").utf8)
    let compact = JWS.compact(
      header: Array(#"{"alg":"EdDSA"}"#.utf8), payload: payload, key: key)
    #expect(compact == example["output"]?["compact"]?.string)
    #expect(JWS.open(compact, key: key.publicKey)?.payload == payload)
    #expect(JWS.verify(compact, key: key.publicKey, type: type) == nil)
  }

  // RFC 8037 appendix A.3 (the thumbprint of RFC 7638)
  @Test func `a key is named by its thumbprint`() throws {
    let x = try #require(Base64URL.decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo".utf8))
    #expect(JWK.thumbprint(x: x) == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
  }

  @Test func `what was signed is read`() throws {
    let compact = try sign(header(), #"{"iss":"countersign"}"#)
    let payload = JWS.verify(compact, key: key.publicKey, type: type)
    #expect(payload == Array(#"{"iss":"countersign"}"#.utf8))
  }

  @Test func `the header that is made is the one that is taken`() {
    let made = JWS.header(keyID: key.publicKey.thumbprint, type: type)
    #expect(String(decoding: made, as: UTF8.self) == header())
  }

  // JWT-01
  @Test func `a header cannot choose the algorithm, the key or the kind`() throws {
    for header in [
      header(algorithm: "none"), header(algorithm: "HS256"), header(keyID: "other"),
      header(type: "countersign-keys+jwt"), #"{"alg":"EdDSA"}"#, "{}", "",
      #"{"typ":"countersign+jwt","alg":"EdDSA","kid":"\#(key.publicKey.thumbprint)"}"#,
    ] {
      #expect(JWS.verify(try sign(header), key: key.publicKey, type: type) == nil)
    }
  }

  // JWT-01
  @Test func `a tag made with the public key's text is no signature`() throws {
    let signed = Base64URL.encode(Array(header(algorithm: "HS256").utf8)) + ".e30"
    for secret in [key.publicKey.raw, try key.publicKey.pem()] {
      let tag = HMACSHA256.tag(key: secret, message: Array(signed.utf8))
      let token = signed + "." + Base64URL.encode(tag)
      #expect(JWS.verify(token, key: key.publicKey, type: type) == nil)
    }
    #expect(JWS.verify(signed + ".", key: key.publicKey, type: type) == nil)
  }

  @Test func `another key refuses it`() throws {
    let other = try Ed25519PrivateKey.generate().publicKey
    #expect(JWS.verify(try sign(header()), key: other, type: type) == nil)
  }

  @Test func `three canonical parts, and nothing else, are a token`() throws {
    let compact = try sign(header())
    for text in [
      "", ".", "..", compact + ".", compact + "=", " " + compact, compact + "\n",
      String(compact.dropLast()), compact.replacing(".", with: "..", maxReplacements: 1),
      compact + "." + compact,
    ] {
      #expect(JWS.verify(text, key: key.publicKey, type: type) == nil, "\(text)")
    }
  }

  @Test func `a change of any character is seen`() throws {
    let compact = Array(try sign(header(), #"{"exp":1}"#).utf8)
    for index in compact.indices where compact[index] != UInt8(ascii: ".") {
      var changed = compact
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let text = String(decoding: changed, as: UTF8.self)
      #expect(JWS.verify(text, key: key.publicKey, type: type) == nil)
    }
  }
}
