import Cryptography
import Encodings
import Licensing

/// The token keys, newest and old: from them and a token's public part follows its secret, so that
/// none is stored.
public struct TokenKeys: Sendable {
  public let current: NumberedSecret
  private let keys: [UInt8: HMACKey]

  public init(current: NumberedSecret, others: [NumberedSecret] = []) {
    self.current = current
    let pairs = ([current] + others).map { ($0.number, HMACKey($0.secret)) }
    keys = Dictionary(pairs) { newest, _ in newest }
  }

  /// From the text of a key file; see `SecretKeyFile`.
  public init(fileText: String) throws(SecretKeyFault) {
    let keys = try SecretKeyFile.parse(fileText)
    self.init(current: keys[0], others: Array(keys.dropFirst()))
  }

  public var numbers: TokenKeyNumbers {
    TokenKeyNumbers(current: current.number, others: Set(keys.keys.filter { $0 != current.number }))
  }

  /// The 43 ASCII characters behind the token's dot, which are the key of its signatures; `nil` where
  /// its key is unknown or retired.
  public func secret(of id: AccessTokenID) -> [UInt8]? {
    keys[id.keyNumber].map { Base64URL.encodeBytes($0.tag(of: id.secretMessage)) }
  }
}
