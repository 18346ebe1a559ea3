import Encodings
import Instants

/// The parts of `Authorization: Countersign …`, and the bytes that they sign.
public struct RequestSignature: Hashable, Sendable {
  /// Either way from the server's clock.
  public static let windowSeconds: Int64 = 300
  /// Of the nonce, in characters.
  public static let nonceLengths = 16...64
  static let tagByteCount = 32

  public let signer: SignerID
  /// Seconds since 1970 by the client's clock; 0 to 12 digits of 9.
  public let ts: Int64
  public let nonce: String
  /// As sent. Any text may stand here; only a canonical one can be right.
  public let sig: String

  public init(signer: SignerID, ts: Int64, nonce: String, sig: String) {
    self.signer = signer
    self.ts = ts
    self.nonce = nonce
    self.sig = sig
  }

  /// The 32 bytes of `sig`; `nil` where it is not the canonical 43 characters.
  public var tag: [UInt8]? {
    guard let bytes = Base64URL.decode(sig.utf8), bytes.count == Self.tagByteCount else {
      return nil
    }
    return bytes
  }

  public func isInWindow(now: Timestamp, windowSeconds: Int64 = windowSeconds) -> Bool {
    abs(now.secondsSinceEpoch - ts) <= windowSeconds
  }

  /// The signed bytes. `target` is the request target exactly as sent; `bodyHashHex` is SHA-256 of
  /// the body in lower case.
  public static func message(
    method: String, target: [UInt8], ts: Int64, nonce: String, bodyHashHex: String
  ) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(160 + target.count)
    message += "countersign-v1\n\(method)\n".utf8
    message += target
    message += "\n\(ts)\n\(nonce)\n\(bodyHashHex)".utf8
    return message
  }
}
