import Cryptography
import Encodings
import JSON
import Licensing

/// Signs what clients keep: a compact JWS over the claims (signing.md, "Credential").
public struct CredentialIssuer: Sendable {
  /// `iss`: the server's name.
  public let issuer: String
  private let key: Ed25519PrivateKey
  /// The header is the same for all: encoded once, with the dot that follows it.
  private let encodedHeader: [UInt8]

  public init(issuer: String, key: Ed25519PrivateKey) {
    self.issuer = issuer
    self.key = key
    var header = JSONWriter()
    header.beginObject()
    header.name("alg")
    header.string("EdDSA")
    header.name("kid")
    header.string(JWK.thumbprint(x: key.publicKey.raw))
    header.name("typ")
    header.string("countersign+jwt")
    header.endObject()
    encodedHeader = Base64URL.encodeBytes(header.bytes) + [UInt8(ascii: ".")]
  }

  /// The credential's text.
  public func sign(_ claims: Claims) throws(CryptographyError) -> String {
    var compact = encodedHeader + Base64URL.encodeBytes(claims.payload)
    let signature = try key.sign(compact)
    compact.append(UInt8(ascii: "."))
    compact += Base64URL.encodeBytes(signature)
    return String(decoding: compact, as: UTF8.self)
  }
}
