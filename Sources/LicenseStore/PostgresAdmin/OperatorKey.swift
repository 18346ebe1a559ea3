import Instants
import Licensing

/// An operator key as its row says it; the secret itself is stored nowhere.
public struct OperatorKey: Hashable, Sendable {
  public var id: OperatorKeyID
  /// Shown as `operator` in the log.
  public var name: String
  public var scopes: Set<OperatorScope>
  /// The only app that the key sees; `nil`: all.
  public var appID: AppID?
  public var createdAt: Timestamp
  public var expiresAt: Timestamp?
  public var lastUsedAt: Timestamp?
  public var revokedAt: Timestamp?

  public init(
    id: OperatorKeyID, name: String, scopes: Set<OperatorScope>, appID: AppID?,
    createdAt: Timestamp, expiresAt: Timestamp?, lastUsedAt: Timestamp? = nil,
    revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.appID = appID
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.lastUsedAt = lastUsedAt
    self.revokedAt = revokedAt
  }

  /// Neither revoked nor past its end.
  public func isUsable(at now: Timestamp) -> Bool {
    guard revokedAt == nil else { return false }
    guard let expiresAt else { return true }
    return now < expiresAt
  }

  /// Another app's object does not exist for a key that is bound to one.
  public func sees(_ app: AppID) -> Bool {
    appID == nil || appID == app
  }
}
