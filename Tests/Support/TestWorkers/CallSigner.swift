import Cryptography
import Encodings

/// Signs requests as apps and devices do, by the words of the documentation rather than by the code
/// that checks them.
public struct CallSigner: Sendable {
  public let id: String
  public let secret: [UInt8]

  public init(id: String, secret: [UInt8]) {
    self.id = id
    self.secret = secret
  }

  /// Of a whole access token: its public part names the signer, its secret signs.
  public init(token: String) {
    let parts = token.split(separator: ".", maxSplits: 1)
    self.init(id: String(parts[0]), secret: Array(parts[1].utf8))
  }

  public func signature(
    _ method: String, _ target: String, _ body: [UInt8], ts: Int64, nonce: String
  ) -> String {
    let hash = Hex.encode(SHA256.hash(body))
    let message = "countersign-v1\n\(method)\n\(target)\n\(ts)\n\(nonce)\n\(hash)"
    return Base64URL.encode(HMACSHA256.tag(key: secret, message: Array(message.utf8)))
  }

  /// The value of an `Authorization` header.
  public func authorization(
    _ method: String, _ target: String, _ body: [UInt8], ts: Int64, nonce: String
  ) -> String {
    let sig = signature(method, target, body, ts: ts, nonce: nonce)
    return "Countersign id=\(id), ts=\(ts), nonce=\(nonce), sig=\(sig)"
  }
}
