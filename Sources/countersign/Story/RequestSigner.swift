import Cryptography
import Encodings
import Instants

/// Signs requests as apps do.
struct RequestSigner {
  /// `app_…` or `cst_…`
  let id: String
  /// The client key, or the token's secret: its text is the key.
  let secret: String

  init(app: String, clientKey: String) {
    id = app
    secret = clientKey
  }

  /// `nil` for what is no access token.
  init?(accessToken: String) {
    let parts = accessToken.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    id = String(parts[0])
    secret = String(parts[1])
  }

  func authorization(for request: HTTPRequest, at now: Timestamp, nonce: String) -> String {
    let hash = Hex.encode(SHA256.hash(request.body))
    let lines = [
      "countersign-v1", request.method, request.target, "\(now.secondsSinceEpoch)", nonce, hash,
    ]
    let tag = HMACSHA256.tag(
      key: Array(secret.utf8), message: Array(lines.joined(separator: "\n").utf8))
    return "Countersign id=\(id), ts=\(now.secondsSinceEpoch), nonce=\(nonce), "
      + "sig=\(Base64URL.encode(tag))"
  }

  static func makeNonce() -> String {
    Base64URL.encode(RandomBytes.make(count: 16))
  }
}
