import ChildProcesses
import Encodings
import Instants
import Testing

@testable import countersign

struct RequestSignerTests {
  /// The signature by openssl, as the demo's last words show it.
  @Test func `a signature is the one that openssl makes`() throws {
    let signer = RequestSigner(app: "app_a", clientKey: "cak_some-key_text")
    var request = HTTPRequest(method: "POST", target: "/v1/activate?x=%41")
    request.body = Array(#"{"code":"é"}"#.utf8)
    let made = signer.authorization(
      for: request, at: Timestamp(secondsSinceEpoch: 1_796_000_000), nonce: "0123456789abcdef")
    let script = #"""
      hash=$(printf %s '{"code":"é"}' | openssl dgst -sha256 -r | cut -d ' ' -f 1)
      printf 'countersign-v1\nPOST\n/v1/activate?x=%%41\n1796000000\n0123456789abcdef\n%s' "$hash" |
        openssl dgst -sha256 -hmac cak_some-key_text -binary | openssl base64 -A |
        tr '+/' '-_' | tr -d '='
      """#
    let signature = try ChildRun.output(
      of: ChildCommand("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"]))
    #expect(
      made == "Countersign id=app_a, ts=1796000000, nonce=0123456789abcdef, sig=\(signature)")
  }

  @Test func `an access token signs with what stands behind its dot`() {
    let signer = RequestSigner(accessToken: "cst_a.secret")
    #expect(signer?.id == "cst_a" && signer?.secret == "secret")
    #expect(RequestSigner(accessToken: "cst_a") == nil)
    #expect(RequestSigner(accessToken: "cst_a.b.c") == nil)
  }

  @Test func `nonces are of the alphabet, long enough and never the same`() {
    let nonces = (0..<100).map { _ in RequestSigner.makeNonce() }
    #expect(Set(nonces).count == 100)
    #expect(nonces.allSatisfy { $0.utf8.count == 22 && Base64URL.decode($0.utf8) != nil })
  }
}
