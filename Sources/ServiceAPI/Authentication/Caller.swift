import LicenseStore
import Licensing
import Problems

/// An app that showed its client key.
public struct AppCaller: Sendable {
  public var record: AppRecord
  public var proof: Proof

  public init(record: AppRecord, proof: Proof) {
    self.record = record
    self.proof = proof
  }

  public var app: App { record.app }
}

/// A device that showed its access token.
public struct TokenCaller: Sendable {
  public var token: AccessTokenID
  public var proof: Proof

  public init(token: AccessTokenID, proof: Proof) {
    self.token = token
    self.proof = proof
  }
}

/// What checking a request's `Authorization` came to.
public enum Authentication<Caller: Sendable>: Sendable {
  case accepted(Caller)
  case refused(Problem)
  /// Refused by what is held in memory; final only once the apps' revision was compared after the
  /// request came (`AppSnapshot`).
  case doubtful(Problem)
}
