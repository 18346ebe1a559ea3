import Instants
import Licensing

/// What a device asks for that gives its seat back.
public struct DeactivationCommand: Hashable, Sendable {
  public var claim: RequestClaim
  /// What it signed with, or showed.
  public var token: AccessTokenID
  /// It did not sign, which only some apps allow.
  public var isBearer: Bool
  public var address: String?
  public var now: Timestamp

  public init(
    claim: RequestClaim, token: AccessTokenID, isBearer: Bool, address: String?, now: Timestamp
  ) {
    self.claim = claim
    self.token = token
    self.isBearer = isBearer
    self.address = address
    self.now = now
  }
}
