import Licensing

/// What a write of an app claims in its own transaction, so that it happens once and cannot be
/// replayed.
public struct RequestClaim: Hashable, Sendable {
  public var requestID: RequestID
  /// Who signed: `app_…` or `cst_…`.
  public var keyID: String
  /// `nil` for clients that cannot sign.
  public var nonce: String?
  /// SHA-256 over method, target and body.
  public var contentHash: [UInt8]

  public init(requestID: RequestID, keyID: String, nonce: String?, contentHash: [UInt8]) {
    self.requestID = requestID
    self.keyID = keyID
    self.nonce = nonce
    self.contentHash = contentHash
  }
}
