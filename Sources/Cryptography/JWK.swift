import Encodings

/// JSON Web Keys of one kind: Ed25519 (RFC 8037).
public enum JWK {
  /// RFC 7638: SHA-256 over the required members in the order of their names.
  public static func thumbprint(x: [UInt8]) -> String {
    let members = #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.encode(x))"}"#
    return Base64URL.encode(SHA256.hash(Array(members.utf8)))
  }
}
