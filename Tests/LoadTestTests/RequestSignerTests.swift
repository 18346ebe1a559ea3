import Cryptography
import Encodings
import Testing

@testable import LoadTest

@Suite struct RequestSignerTests {
  /// As docs/http-api.md says, by the plain way.
  private func expected(
    _ kind: RequestKind, id: String, secret: String, seconds: Int64, nonce: String,
    body: String
  ) -> String {
    let hash = Hex.encode(SHA256.hash(Array(body.utf8)))
    let lines = ["countersign-v1", kind.method, kind.target, "\(seconds)", nonce, hash]
    let tag = HMACSHA256.tag(
      key: Array(secret.utf8), message: Array(lines.joined(separator: "\n").utf8))
    return "Countersign id=\(id), ts=\(seconds), nonce=\(nonce), sig=\(Base64URL.encode(tag))"
  }

  @Test func `memory that is used again gives each request its own signature`() {
    var nonces = NonceSource()
    let secret = "cak_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    let key = HMACKey(Array(secret.utf8))
    var signer = RequestSigner(
      kind: .activate, id: Array("app_aaaaaaaaaaaaa".utf8), noncePrefix: nonces.prefix)
    for number in 0..<50 {
      let body = #"{"code":"\#(number)"}"#
      let seconds = 1_767_225_600 + Int64(number / 10)
      let nonce = nonces.next()
      signer.setBody(Array(body.utf8))
      signer.sign(key, seconds: seconds, nonce: nonce, nonces)
      let wanted = expected(
        .activate, id: "app_aaaaaaaaaaaaa", secret: secret, seconds: seconds,
        nonce: nonces.text(of: nonce), body: body)
      #expect(String(decoding: signer.header, as: UTF8.self) == wanted)
    }
  }

  @Test func `tokens sign with the part behind their dot`() {
    let nonces = NonceSource()
    let id = "cst_" + String(repeating: "a", count: 32)
    let secret = String(repeating: "S", count: 43)
    var tokens = TokenTable()
    for letter in ["b", "c"] {
      tokens.append(Array(("cst_" + String(repeating: letter, count: 32) + "." + secret).utf8))
    }
    tokens.replace(1, by: Array("\(id).\(secret)".utf8))
    var signer = RequestSigner(
      kind: .verify, id: [UInt8](repeating: 0, count: 36), noncePrefix: nonces.prefix)
    tokens.sign(1, &signer, seconds: 1_767_225_600, nonce: 5, nonces)
    let wanted = expected(
      .verify, id: id, secret: secret, seconds: 1_767_225_600, nonce: nonces.text(of: 5), body: "")
    #expect(String(decoding: signer.header, as: UTF8.self) == wanted)
  }

  @Test func `nonces have the form that servers ask for, and none comes twice`() {
    var nonces = NonceSource()
    var seen: Set<String> = []
    for _ in 0..<5000 {
      let nonce = nonces.text(of: nonces.next())
      #expect(nonce.utf8.count == 24)
      #expect(Base64URL.decode(nonce.utf8) != nil)
      #expect(seen.insert(nonce).inserted)
    }
  }
}
