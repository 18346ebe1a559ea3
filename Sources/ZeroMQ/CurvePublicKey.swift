import CZeroMQ

/// The public half of a CURVE key pair: 32 bytes, or 40 characters of Z85 (ZeroMQ RFC 32).
public struct CurvePublicKey: Hashable, Sendable, CustomStringConvertible {
  public static let byteCount = 32
  public static let textCount = 40

  /// Z85, as it stands in files.
  public let text: String

  /// `nil`: not 40 characters of Z85.
  public init?(text: String) {
    guard Z85.isKey(text) else { return nil }
    self.text = text
  }

  /// `nil`: not 32 bytes.
  public init?(bytes: [UInt8]) {
    guard let text = Z85.text(ofKey: bytes) else { return nil }
    self.text = text
  }

  public var description: String { text }
}
