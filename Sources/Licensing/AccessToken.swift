import Encodings

/// A whole access token, `cst_<32 base32>.<43 base64url>`. It is a secret: it never describes itself.
public struct AccessToken: Sendable, CustomStringConvertible, CustomReflectable {
  public let id: AccessTokenID
  /// 43 ASCII characters; the key of request signatures.
  public let secret: [UInt8]

  public init(id: AccessTokenID, secret: [UInt8]) {
    self.id = id
    self.secret = secret
  }

  /// `nil` for another form.
  public init?(text: String) {
    let characters = Array(text.utf8)
    let dot = AccessTokenID.characterCount
    guard characters.count > dot, characters[dot] == UInt8(ascii: "."),
      let id = AccessTokenID(characters: characters[..<dot]),
      Base64URL.decode(characters[(dot + 1)...])?.count == 32
    else { return nil }
    self.init(id: id, secret: Array(characters[(dot + 1)...]))
  }

  /// What the device is given.
  public var text: String {
    var characters: [UInt8] = []
    id.append(to: &characters)
    characters.append(UInt8(ascii: "."))
    characters.append(contentsOf: secret)
    return String(decoding: characters, as: UTF8.self)
  }

  public var description: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
