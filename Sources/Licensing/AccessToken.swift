import Encodings

/// A whole access token, `cst_<32 base32>.<43 base64url>`. It is a secret: it never describes itself.
public struct AccessToken: Sendable, CustomStringConvertible, CustomReflectable {
  public let id: AccessTokenID
  /// 43 characters; their ASCII bytes are the key of request signatures.
  public let secret: String

  public init(id: AccessTokenID, secret: String) {
    self.id = id
    self.secret = secret
  }

  /// `nil` for another form.
  public init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 2, let id = AccessTokenID(text: parts[0]),
      Base64URL.decode(parts[1].utf8)?.count == 32
    else { return nil }
    self.init(id: id, secret: String(parts[1]))
  }

  /// What the device is given.
  public var text: String { "\(id.text).\(secret)" }

  public var description: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
