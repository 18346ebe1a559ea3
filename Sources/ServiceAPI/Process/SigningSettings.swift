import Cryptography
import LicenseStore
import ServiceKit

/// What processes hold that hand out tokens and sign credentials.
public struct SigningSettings: Sendable {
  public let tokenKeys: TokenKeys
  public let credentials: CredentialIssuer

  /// Faults are put down in `settings`; then the result is `nil`.
  public static func declare(in settings: inout Settings) -> SigningSettings? {
    let tokenKeys = settings.keyFile(
      "COUNTERSIGN_TOKEN_KEY_FILE", help: "The file of token keys.", TokenKeys.init(fileText:))
    let signingKey = settings.keyFile(
      "COUNTERSIGN_SIGNING_KEY_FILE", help: "The file of the Ed25519 key that signs credentials."
    ) { text throws(CryptographyError) in
      try Ed25519PrivateKey(pem: Array(text.utf8))
    }
    let issuer = settings.text(
      "COUNTERSIGN_ISSUER", default: "countersign", help: "The server's name in credentials.")
    guard let tokenKeys, let signingKey else { return nil }
    return SigningSettings(
      tokenKeys: tokenKeys, credentials: CredentialIssuer(issuer: issuer, key: signingKey))
  }
}
