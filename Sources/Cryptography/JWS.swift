import Encodings

/// JSON Web Signatures in the compact form (RFC 7515), by Ed25519 alone (RFC 8037).
public enum JWS {
  /// `{"alg":"EdDSA","kid":"…","typ":"…"}`, the only header that is made and taken here.
  public static func header(keyID: String, type: String) -> [UInt8] {
    Array(#"{"alg":"EdDSA","kid":"\#(keyID)","typ":"\#(type)"}"#.utf8)
  }

  public static func compact(header: [UInt8], payload: [UInt8], key: Ed25519PrivateKey) -> String {
    var text: [UInt8] = []
    append(
      encodedHeader: Base64URL.encodeBytes(header), payload: payload, key: key, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Puts the JWS behind what is there, as ASCII bytes: for callers that sign much under one header
  /// and encode that once.
  public static func append(
    encodedHeader: [UInt8], payload: [UInt8], key: Ed25519PrivateKey, to text: inout [UInt8]
  ) {
    let start = text.count
    text += encodedHeader
    text.append(UInt8(ascii: "."))
    Base64URL.append(payload, to: &text)
    let signature = key.sign(text[start...])
    text.append(UInt8(ascii: "."))
    Base64URL.append(signature, to: &text)
  }

  /// The payload, if `key` signed it under the header that this key and type must have.
  ///
  /// The header is compared, never believed: it cannot choose an algorithm or a key.
  public static func verify(
    _ compact: String, key: Ed25519PublicKey, type: String
  ) -> [UInt8]? {
    guard let content = open(compact, key: key),
      content.header == header(keyID: key.thumbprint, type: type)
    else { return nil }
    return content.payload
  }

  /// Header and payload, if `key` signed them; what the header says is left to the caller.
  public static func open(
    _ compact: String, key: Ed25519PublicKey
  ) -> (header: [UInt8], payload: [UInt8])? {
    let parts = Array(compact.utf8).split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
    else { return nil }
    let signed = Array(parts[0] + [UInt8(ascii: ".")] + parts[1])
    return key.isValid(signature: signature, for: signed) ? (header, payload) : nil
  }
}
