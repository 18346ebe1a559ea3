import Instants
import LicenseStore
import Licensing

/// Takes committed changes to Redis, so that every node acts on them (data.md, "Why nothing revoked
/// comes back"). Used by the thread that owns it.
public protocol ChangePublisher: AnyObject {
  /// The epoch that Redis is in now; `nil` while it is away. A writer asks before it commits.
  var epoch: Int64? { get }

  /// Whether all of `changes` are in Redis under `epoch`, or something newer of each.
  func publish(_ changes: [CommittedChange], under epoch: Int64) -> Bool

  /// What PostgreSQL, asked now, says of the epoch; `nil`: it does not answer.
  func standing() -> EpochRow?
}

/// Something to tell Redis, as PostgreSQL has it after the commit.
public enum CommittedChange: Hashable, Sendable {
  case license(License, readAt: UnixMilliseconds)
  case binding(Binding, TokenState, tokenTTLSeconds: Int, readAt: UnixMilliseconds)
  case apps(revision: Int64)
}

extension EpochRow {
  /// How long after a new epoch some process may still act under the one before.
  private static let settlingSeconds: Int64 = 3

  /// Whether every process acts under this epoch by now.
  var isSettled: Bool { isFirst || ageSeconds >= Self.settlingSeconds }
}
