import Cryptography
import Encodings

/// The text of an operator key: `csk_` and 43 characters of base 64 URL. Shown once, when made.
public struct OperatorSecret: Sendable, CustomStringConvertible {
  public static let prefix = "csk_"
  private static let byteCount = 32

  public let text: String

  /// `nil`: not in the one form that such a key has.
  public init?(text: String) {
    guard text.hasPrefix(Self.prefix),
      Base64URL.decode(text.utf8.dropFirst(Self.prefix.utf8.count))?.count == Self.byteCount
    else { return nil }
    self.text = text
  }

  private init(bytes: [UInt8]) {
    text = Self.prefix + Base64URL.encode(bytes)
  }

  public static func generate() -> OperatorSecret {
    OperatorSecret(bytes: RandomBytes.make(count: byteCount))
  }

  /// What is stored and looked up: SHA-256 of the text. 256 random bits need no slow hash.
  public var hash: [UInt8] { SHA256.hash(Array(text.utf8)) }

  public var description: String { "<secret>" }
}
