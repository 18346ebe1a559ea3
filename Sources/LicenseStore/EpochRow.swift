import Instants

/// What PostgreSQL says of the Redis in use: the row `redis_epoch`, as one process read it.
public struct EpochRow: Hashable, Sendable {
  /// 0: no Redis was ever used with this database.
  public var epoch: Int64
  /// The run id of the Redis that the epoch was made for.
  public var runID: String
  /// PostgreSQL's own, for which the epoch was made.
  public var systemIdentifier: String
  public var timeline: Int64
  /// How long ago the epoch was made, by PostgreSQL's clock.
  public var ageSeconds: Int64
  /// Raised from 0: nothing was revoked before it that another prefix could hold.
  public var isFirst: Bool
  /// PostgreSQL's clock when the row was read; `nil` for one that was not.
  public var serverClock: UnixMilliseconds?

  public init(
    epoch: Int64, runID: String, systemIdentifier: String, timeline: Int64, ageSeconds: Int64,
    isFirst: Bool, serverClock: UnixMilliseconds? = nil
  ) {
    self.epoch = epoch
    self.runID = runID
    self.systemIdentifier = systemIdentifier
    self.timeline = timeline
    self.ageSeconds = ageSeconds
    self.isFirst = isFirst
    self.serverClock = serverClock
  }
}
