import LicenseStore
import Licensing

/// Takes committed changes to Redis, so that every node acts on them (data.md, "Why nothing revoked
/// comes back"). Used by the thread that owns it.
public protocol ChangePublisher: AnyObject {
  /// The epoch that Redis is in now; `nil` while it is away. A writer asks before it commits.
  var epoch: Int64? { get }

  /// Whether all of `changes` are in Redis under `epoch`, or something newer of each.
  func publish(_ changes: [CommittedChange], under epoch: Int64) -> Bool

  /// Whether PostgreSQL, asked now, names `epoch`, and has long enough for all to have heard of it.
  func isSettled(_ epoch: Int64) -> Bool
}

/// Something to tell Redis, as PostgreSQL has it after the commit.
public enum CommittedChange: Sendable {
  case license(License)
  case binding(Binding, TokenState)
  case apps(revision: Int64)
}
