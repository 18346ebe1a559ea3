import Cryptography

/// A secret of 32 bytes and the number by which rows and tokens name it.
public struct NumberedSecret: Sendable {
  public static let byteCount = 32

  public let number: UInt8
  public let secret: SecretBytes

  /// `nil` for a secret of another length.
  public init?(number: UInt8, secret: SecretBytes) {
    guard secret.bytes.count == Self.byteCount else { return nil }
    self.number = number
    self.secret = secret
  }
}
