import LicenseStore
import Licensing
import Problems

/// How a request proved who sent it.
public enum Proof: Hashable, Sendable {
  /// An HMAC over the request itself. The nonce is to be claimed.
  case signed(nonce: String, sentAt: Int64)
  /// A bearer, where the app allows it. The nonce, if any, only comes back in the claims.
  case bearer(nonce: String?)

  /// What the claims of the answer carry.
  public var nonce: String? {
    switch self {
    case .signed(let nonce, _): nonce
    case .bearer(let nonce): nonce
    }
  }
}

/// An app that showed its client key.
public struct AppCaller: Sendable {
  public var record: AppRecord
  public var proof: Proof

  public var app: App { record.app }
}

/// A device that showed its access token.
public struct TokenCaller: Sendable {
  public var token: AccessTokenID
  public var proof: Proof
}

/// What checking a request's `Authorization` came to.
public enum Authentication<Caller: Sendable>: Sendable {
  case accepted(Caller)
  case refused(Problem)
  /// Refused by what is held in memory; final only once the apps' revision was compared after the
  /// request came (`AppDirectory`).
  case doubtful(Problem)
}
