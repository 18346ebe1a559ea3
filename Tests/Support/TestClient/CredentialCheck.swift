/// What a client must check of a credential before it acts on its claims.
public struct CredentialCheck: Sendable {
  public enum Fault: Error, Equatable, CaseIterable {
    case notACredential, algorithm, type, unknownKey, signature
    case issuer, audience, device, nonce, olderThanKept, notYetIssued, ended
  }

  public var keys: KeySet
  public var issuer = "countersign"
  public var appID: String
  public var deviceID: String
  /// `iat` of the newest credential that was kept.
  public var newestIssuedAt: Int64 = 0

  public init(keys: KeySet, appID: String, deviceID: String) {
    self.keys = keys
    self.appID = appID
    self.deviceID = deviceID
  }

  /// Claims that came with an answer to a request that carried `nonce`.
  public func online(_ credential: Json, nonce: String?) throws(Fault) -> Json {
    let claims = try authentic(credential)
    switch (claims["nonce"], nonce) {
    case (.absent, nil): break
    case (.text(let echoed), .some(let sent)) where echoed == sent: break
    default: throw .nonce
    }
    return claims
  }

  /// Claims that were kept, for a start without a network.
  public func offline(_ credential: Json, now: Int64) throws(Fault) -> Json {
    let claims = try authentic(credential)
    guard let issuedAt = claims["iat"].integer, let endsAt = claims["exp"].integer else {
      throw .notACredential
    }
    if now < issuedAt { throw .notYetIssued }
    if now >= endsAt { throw .ended }
    return claims
  }

  private func authentic(_ credential: Json) throws(Fault) -> Json {
    let claims =
      if let text = credential.string { try signed(text) } else { try batchSigned(credential) }
    guard claims["iss"] == .text(issuer) else { throw .issuer }
    guard claims["aud"] == .text(appID) else { throw .audience }
    guard claims["device"] == .text(deviceID) else { throw .device }
    guard let issuedAt = claims["iat"].integer else { throw .notACredential }
    guard issuedAt >= newestIssuedAt else { throw .olderThanKept }
    return claims
  }

  private func signed(_ text: String) throws(Fault) -> Json {
    guard let jws = CompactJWS(text) else { throw .notACredential }
    guard jws.header["alg"] == "EdDSA" else { throw .algorithm }
    guard jws.header["typ"] == "countersign+jwt" else { throw .type }
    guard let kid = jws.header["kid"].string, let key = keys.key(kid) else { throw .unknownKey }
    guard jws.isSigned(by: key.bytes) else { throw .signature }
    return jws.payload
  }

  private func batchSigned(_ proof: Json) throws(Fault) -> Json {
    guard let batch = BatchCredential(proof), let claims = batch.claims else {
      throw .notACredential
    }
    guard batch.type == "countersign-batch" else { throw .type }
    guard let kid = batch.keyID.string, let key = keys.key(kid) else { throw .unknownKey }
    guard batch.isSigned(by: key.bytes) else { throw .signature }
    return claims
  }
}
