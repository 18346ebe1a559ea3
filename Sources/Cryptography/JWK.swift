import Encodings

/// JSON Web Keys of one kind: Ed25519 (RFC 8037).
public enum JWK {
  /// RFC 7638: SHA-256 over the required members in the order of their names.
  public static func thumbprint(x: [UInt8]) -> String {
    let members = #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.encode(x))"}"#
    return Base64URL.encode(SHA256.hash(Array(members.utf8)))
  }

  /// The key that a JWK's members spell; `nil` for every other kind, curve, algorithm or use, whose
  /// `x` may have 32 bytes as well.
  ///
  /// - Parameter member: the text of a member by its name.
  public static func publicKey(_ member: (String) -> String?) -> Ed25519PublicKey? {
    let required = [("kty", "OKP"), ("crv", "Ed25519"), ("alg", "EdDSA"), ("use", "sig")]
    guard required.allSatisfy({ member($0.0) == $0.1 }),
      let x = member("x").flatMap({ Base64URL.decode($0.utf8) })
    else { return nil }
    return try? Ed25519PublicKey(raw: x)
  }
}
