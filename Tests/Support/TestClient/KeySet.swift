/// The signing keys that a client may trust: those of the root-signed set, and no others.
public struct KeySet: Sendable {
  public enum Fault: Error, Equatable {
    case notAKeySet, algorithm, type, signature, older, notYet, ended
  }

  public struct Key: Sendable {
    public let kid: String
    public let bytes: [UInt8]
    public let useFrom: Int64

    public init(kid: String, bytes: [UInt8], useFrom: Int64) {
      self.kid = kid
      self.bytes = bytes
      self.useFrom = useFrom
    }
  }

  public let issuedAt: Int64
  public let endsAt: Int64
  public let keys: [Key]

  public init(issuedAt: Int64, endsAt: Int64, keys: [Key]) {
    self.issuedAt = issuedAt
    self.endsAt = endsAt
    self.keys = keys
  }

  /// Reads the document of `/.well-known/countersign-keys`, by its `signed` part alone.
  public init(
    document: Json, rootKey: [UInt8], newestSeen: Int64 = 0, now: Int64 = RequestSigner.now
  ) throws(Fault) {
    guard let text = document["signed"].string, let jws = CompactJWS(text) else {
      throw .notAKeySet
    }
    guard jws.header["alg"] == "EdDSA" else { throw .algorithm }
    guard jws.header["typ"] == "countersign-keys+jwt" else { throw .type }
    guard jws.isSigned(by: rootKey) else { throw .signature }
    guard let issuedAt = jws.payload["iat"].integer, let endsAt = jws.payload["exp"].integer else {
      throw .notAKeySet
    }
    if issuedAt < newestSeen { throw .older }
    if now < issuedAt { throw .notYet }
    if now >= endsAt { throw .ended }
    let keys = jws.payload["keys"].items.compactMap(Self.key)
    guard !keys.isEmpty, keys.count == jws.payload["keys"].items.count else { throw .notAKeySet }
    self.init(issuedAt: issuedAt, endsAt: endsAt, keys: keys)
  }

  public func key(_ kid: String) -> Key? { keys.first { $0.kid == kid } }

  /// RFC 7638 for an Ed25519 key.
  public static func thumbprint(x: String) -> String {
    Base64URL.text(
      TestCrypto.sha256(Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(x)"}"#.utf8)))
  }

  private static func key(_ json: Json) -> Key? {
    guard json["kty"] == "OKP", json["crv"] == "Ed25519", json["alg"] == "EdDSA",
      json["use"] == "sig", let kid = json["kid"].string, let x = json["x"].string,
      let bytes = Base64URL.bytes(x), bytes.count == 32, kid == thumbprint(x: x),
      let useFrom = json["use_from"].integer
    else { return nil }
    return Key(kid: kid, bytes: bytes, useFrom: useFrom)
  }
}
