import Instants
import Licensing

/// What became of a deactivation.
public enum DeactivationOutcome: Hashable, Sendable {
  /// Committed: the device holds no seat, by this request or by an earlier one.
  case done(ReturnedSeat)
  /// Rolled back, its claim included.
  case refused(DeactivationRefusal)
  /// Another request of the same signer has used the nonce.
  case nonceReplayed
}

/// A seat that its device gave back, as committed.
public struct ReturnedSeat: Hashable, Sendable {
  public var app: App
  public var license: License
  /// Unbound.
  public var binding: Binding
  public var token: TokenState
  /// Devices that hold a seat of the licence now.
  public var seatsUsed: Int
  /// Rows of the outbox to strike out once Redis has what changed; empty where nothing did.
  public var outboxIDs: [Int64]
}

public enum DeactivationRefusal: Hashable, Sendable {
  /// Unknown, replaced or ended.
  case token(TokenRefusal)
  /// A bearer, where the app wants signatures.
  case notSigned
  case tampered(LicenseID)
  case disabled(LicenseID)
  case expired(LicenseID)
  /// An operator took the seat.
  case notBound(LicenseID)
  case notAllowed
  case quotaExceeded(limit: Int, until: Timestamp)
}
