import Cryptography

/// The master keys, newest and old: by HKDF they give the keys that seal licence rows and that
/// encrypt client keys at rest. Rows name the number of theirs.
public struct MasterKeys: Sendable {
  public let current: NumberedSecret
  private let derived: [UInt8: DerivedKeys]

  public init(current: NumberedSecret, others: [NumberedSecret] = []) {
    self.current = current
    let pairs = ([current] + others).map { ($0.number, DerivedKeys(of: $0.secret)) }
    derived = Dictionary(pairs) { newest, _ in newest }
  }

  /// From the text of a key file; see `SecretKeyFile`.
  public init(fileText: String) throws(SecretKeyFault) {
    let keys = try SecretKeyFile.parse(fileText)
    self.init(current: keys[0], others: Array(keys.dropFirst()))
  }

  func rowKey(number: UInt8) -> SecretBytes? { derived[number]?.row }
  func clientKeyKey(number: UInt8) -> SecretBytes? { derived[number]?.clientKey }

  private struct DerivedKeys: Sendable {
    let row: SecretBytes
    let clientKey: SecretBytes

    init(of secret: SecretBytes) {
      row = HKDF.sha256(secret: secret, info: "countersign license row mac")
      clientKey = HKDF.sha256(secret: secret, info: "countersign client key")
    }
  }
}
