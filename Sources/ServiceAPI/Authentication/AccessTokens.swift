import Cryptography
import Encodings
import LicenseStore
import Licensing

/// Makes access tokens and knows their secrets (signing.md, "Requests").
///
/// A token is `cst_<32 base32>.<43 base64url>`. What stands after the dot is derived from what
/// stands before it, so that the server stores no secret and looks none up.
public struct AccessTokens: Sendable {
  private let keys: TokenKeys

  public init(keys: TokenKeys) { self.keys = keys }

  /// The number of the key that new generations are made with.
  public var newestKeyNumber: UInt8 { keys.newestNumber }

  /// The whole token; `nil` when its key is no longer held.
  public func text(of token: AccessTokenID) -> String? {
    secret(of: token).map { token.text + "." + String(decoding: $0, as: UTF8.self) }
  }

  /// The token's secret as the bytes that sign requests: its text, 43 characters.
  public func secret(of token: AccessTokenID) -> [UInt8]? {
    guard let key = keys.key(number: token.keyNumber) else { return nil }
    let message = Array("countersign-token\n\(token.text)".utf8)
    return Base64URL.encodeBytes(HMACSHA256.tag(key: key.bytes, message: message))
  }

  /// The token that `text` is, compared as text and in constant time; `nil` for any other text.
  public func token(from text: String) -> AccessTokenID? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let token = AccessTokenID(text: String(parts[0])),
      let secret = secret(of: token), constantTimeEquals(secret, Array(parts[1].utf8))
    else { return nil }
    return token
  }
}
