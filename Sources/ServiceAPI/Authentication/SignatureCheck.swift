import Cryptography
import Licensing
import MessageBus

/// Holds a request against what its `Authorization` says was signed (signing.md, "Requests").
struct SignatureCheck {
  private let tag: [UInt8]?
  private let message: [UInt8]

  init(_ signature: RequestSignature, of request: BusRequest) {
    tag = signature.tag
    message = RequestSignature.message(
      method: request.method, target: request.target, ts: signature.ts, nonce: signature.nonce,
      bodyHash: SHA256.hash(request.body))
  }

  func holds(with secret: SecretBytes) -> Bool {
    tag.map { HMACSHA256.isValid($0, key: secret, message: message) } ?? false
  }
}
