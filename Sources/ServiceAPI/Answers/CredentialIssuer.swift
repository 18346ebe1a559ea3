import Cryptography
import Encodings
import JSON
import Licensing

/// Signs what clients keep: claims, in a compact JWS each or many under one signature (signing.md,
/// "Credential" and "Batch proof").
public struct CredentialIssuer: Sendable {
  /// `iss`: the server's name.
  public let issuer: String
  private let key: Ed25519PrivateKey
  private let keyID: String
  /// The header is the same for all: encoded once.
  private let encodedHeader: [UInt8]

  public init(issuer: String, key: Ed25519PrivateKey) {
    self.issuer = issuer
    self.key = key
    keyID = key.publicKey.thumbprint
    encodedHeader = Base64URL.encodeBytes(JWS.header(keyID: keyID, type: "countersign+jwt"))
  }

  /// Signs one; the credential as a JSON value.
  public func sign(_ claims: Claims) -> [UInt8] {
    seal([Statement(payload: claims.payload, form: .jws)])[0]
  }

  /// Signs all that is stated at this moment; the credentials as JSON values, in the same order.
  public func seal(_ statements: [Statement]) -> [[UInt8]] {
    let batch = statements.indices.filter { statements[$0].form == .batch }
    var credentials = statements.map { $0.form == .jws ? compact($0.payload) : [] }
    guard !batch.isEmpty else { return credentials }
    let proof = BatchProof(payloads: batch.map { statements[$0].payload }, key: key, keyID: keyID)
    for (leaf, index) in batch.enumerated() { credentials[index] = proof.json(of: leaf) }
    return credentials
  }

  private func compact(_ payload: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    writer.string { text in
      JWS.append(encodedHeader: encodedHeader, payload: payload, key: key, to: &text)
    }
    return writer.bytes
  }
}
