import Cryptography
import Instants

/// What an app signs its requests with: the key's text, as bytes.
public struct ClientKey: Sendable {
  public let secret: SecretBytes
  /// After a rotation the old key serves until then; `nil` for the current one.
  public let endsAt: Timestamp?

  public init(secret: SecretBytes, endsAt: Timestamp?) {
    self.secret = secret
    self.endsAt = endsAt
  }
}
