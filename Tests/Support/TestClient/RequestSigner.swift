import Glibc

/// Signs requests as signing.md says. Every part can be set to something wrong.
public struct RequestSigner: Sendable {
  public var id: String
  public var secret: String
  /// Added to this host's clock, as a client does once it knows the server's time.
  public var clockOffsetSeconds: Int64 = 0

  public init(id: String, secret: String) {
    self.id = id
    self.secret = secret
  }

  /// For the token's own calls: the part before the dot names it, the part after signs.
  public init(token: String) {
    SecretWatch.shared.remember(token: token)
    let parts = token.split(separator: ".", maxSplits: 1).map(String.init)
    self.init(id: parts.first ?? "", secret: parts.count > 1 ? parts[1] : "")
  }

  /// By the clock that servers read: `time` may lag a few milliseconds behind it.
  public static var now: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec)
  }

  public static func freshNonce() -> String { Base64URL.text(TestCrypto.randomBytes(18)) }

  public func timestamp() -> String { String(Self.now + clockOffsetSeconds) }

  public func signature(
    method: String, target: String, ts: String, nonce: String, body: [UInt8]
  ) -> String {
    let bodyHash = Hex.text(TestCrypto.sha256(body))
    let message = "countersign-v1\n\(method)\n\(target)\n\(ts)\n\(nonce)\n\(bodyHash)"
    return Base64URL.text(
      TestCrypto.hmacSHA256(key: Array(secret.utf8), message: Array(message.utf8)))
  }

  /// The value of `Authorization` for this request.
  public func authorization(
    for request: HTTPRequest, ts: String? = nil, nonce: String
  ) -> String {
    let ts = ts ?? timestamp()
    let sig = signature(
      method: request.method, target: request.target, ts: ts, nonce: nonce,
      body: request.body ?? [])
    SecretWatch.shared.remember(sig, .signature)
    return "Countersign id=\(id), ts=\(ts), nonce=\(nonce), sig=\(sig)"
  }

  public func signed(
    _ request: HTTPRequest, ts: String? = nil, nonce: String = freshNonce()
  ) -> HTTPRequest {
    var signed = request
    signed.headers["Authorization"] = authorization(for: request, ts: ts, nonce: nonce)
    return signed
  }
}
