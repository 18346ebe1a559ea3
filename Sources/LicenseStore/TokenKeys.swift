import Cryptography
import Encodings
import Licensing

/// The token keys, newest and old: from them and a token's public part follows its secret, so that
/// none is stored.
public struct TokenKeys: Sendable {
  public let current: NumberedSecret
  private let secrets: [UInt8: SecretBytes]

  public init(current: NumberedSecret, others: [NumberedSecret] = []) {
    self.current = current
    let pairs = ([current] + others).map { ($0.number, $0.secret) }
    secrets = Dictionary(pairs) { newest, _ in newest }
  }

  /// From the text of a key file; see `SecretKeyFile`.
  public init(fileText: String) throws(SecretKeyFault) {
    let keys = try SecretKeyFile.parse(fileText)
    self.init(current: keys[0], others: Array(keys.dropFirst()))
  }

  /// The 43 characters behind the token's dot; `nil` where its key is unknown or retired.
  public func secret(of id: AccessTokenID) -> String? {
    secrets[id.keyNumber].map { key in
      Base64URL.encode(HMACSHA256.tag(key: key, message: id.secretMessage))
    }
  }
}
