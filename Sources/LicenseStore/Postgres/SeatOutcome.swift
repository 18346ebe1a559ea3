import Instants
import Licensing

/// What became of an activation or a renewal.
public enum SeatOutcome: Hashable, Sendable {
  /// Committed.
  case done(SeatGrant)
  /// Rolled back, its claim included.
  case refused(SeatRefusal)
  /// Another request of the same signer has used the nonce.
  case nonceReplayed
}

/// A device's seat and its token, as committed.
public struct SeatGrant: Hashable, Sendable {
  public var license: License
  public var binding: Binding
  public var token: TokenState
  /// When the token ends: later than its row says where Redis has moved the end.
  public var tokenEndsAt: Timestamp
  /// The request made the binding, now or when it was first sent.
  public var isNewBinding: Bool
  /// Devices that hold a seat of the licence, this one included.
  public var seatsUsed: Int
  /// Rows of the outbox to strike out once Redis has what changed; empty where nothing did.
  public var outboxIDs: [Int64]
}

public enum SeatRefusal: Hashable, Sendable {
  case notFound
  case tampered(LicenseID)
  case disabled(LicenseID)
  case expired(LicenseID)
  /// Renewals only, and activations sent again whose binding was undone since.
  case notBound(LicenseID)
  /// Activations only.
  case noSeat(LicenseID)
  /// The device says that it has another id, less than a minute after it last did.
  case rekeyedJustNow(retryAfterSeconds: Int)
}
