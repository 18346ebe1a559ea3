import Encodings
import Instants

/// The parts of `Authorization: Countersign …`, and the bytes that they sign.
public struct RequestSignature: Hashable, Sendable {
  /// Either way from the server's clock.
  public static let windowSeconds: Int64 = 300
  /// Of the nonce, in characters.
  public static let nonceLengths = 16...64
  static let tagByteCount = 32
  private static let lineFeed = UInt8(ascii: "\n")

  public let signer: SignerID
  /// Seconds since 1970 by the client's clock; 0 to 12 digits of 9.
  public let ts: Int64
  public let nonce: String
  /// The 32 bytes of `sig`; `nil` where it is not the canonical 43 characters.
  public let tag: [UInt8]?

  /// Any text may stand in `sig`; only a canonical one can be right.
  public init(signer: SignerID, ts: Int64, nonce: String, sig: ArraySlice<UInt8>) {
    self.signer = signer
    self.ts = ts
    self.nonce = nonce
    tag = Base64URL.decode(sig).flatMap { $0.count == Self.tagByteCount ? $0 : nil }
  }

  public func isInWindow(now: Timestamp, windowSeconds: Int64 = windowSeconds) -> Bool {
    abs(now.secondsSinceEpoch - ts) <= windowSeconds
  }

  /// The signed bytes. `target` is the request target exactly as sent; `bodyHash` is SHA-256 of
  /// the body.
  public static func message(
    method: String, target: [UInt8], ts: Int64, nonce: String, bodyHash: [UInt8]
  ) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(160 + target.count)
    message.append(contentsOf: "countersign-v1\n".utf8)
    message.append(contentsOf: method.utf8)
    message.append(lineFeed)
    message += target
    message.append(lineFeed)
    DecimalDigits(ts).append(to: &message)
    message.append(lineFeed)
    message.append(contentsOf: nonce.utf8)
    message.append(lineFeed)
    Hex.append(bodyHash, to: &message)
    return message
  }
}
