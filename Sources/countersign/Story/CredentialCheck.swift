import Cryptography
import Encodings
import Instants
import JSON

/// What a client checks before it believes a credential: the root key's word for the signing key,
/// the signature, and that the claims are about itself and this very request.
struct CredentialCheck {
  static let type = "countersign+jwt"
  private let keys: [Ed25519PublicKey]
  private let app: String

  /// Takes keys from the signed set alone.
  init(keySet document: [UInt8], rootKey: [UInt8], app: String, now: Timestamp) throws {
    let root = try Ed25519PublicKey(raw: rootKey)
    guard let set = KeySet(document: document, root: root) else {
      throw CommandFault("the key set was not signed by the root key")
    }
    keys = try set.entries.filter { $0.useFrom <= now }.map { try Ed25519PublicKey(raw: $0.x) }
    self.app = app
  }

  /// The claims, if they count; else why not.
  func claims(_ credential: String, device: String, nonce: String) throws(CommandFault)
    -> JSONObject
  {
    for key in keys {
      guard let payload = JWS.verify(credential, key: key, type: CredentialCheck.type) else {
        continue
      }
      guard let claims = try? JSON.parse(payload).object else {
        throw CommandFault("the claims are no JSON object")
      }
      try check(claims, device: device, nonce: nonce)
      return claims
    }
    throw CommandFault("no key of the set has signed the credential")
  }

  private func check(_ claims: JSONObject, device: String, nonce: String) throws(CommandFault) {
    let expected = [("aud", app), ("device", device), ("nonce", nonce)]
    for (name, value) in expected where claims[name]?.string != value {
      throw CommandFault("the claim \(name) is another's")
    }
    guard claims["iss"]?.string?.isEmpty == false, let issued = claims["iat"]?.int64,
      let end = claims["exp"]?.int64, issued <= end
    else { throw CommandFault("iss, iat or exp is missing") }
  }
}
