import Cryptography
import LicenseStore
import Licensing

extension TokenKeys {
  /// The token that the client shows is the one that we made: compared as text, in constant time.
  /// `nil` for any other text.
  public func token(from text: String) -> AccessTokenID? {
    guard let shown = AccessToken(text: text), let secret = secret(of: shown.id),
      constantTimeEquals(secret, shown.secret)
    else { return nil }
    return shown.id
  }
}
