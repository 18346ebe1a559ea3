/// The one row of `redis_epoch`: which Redis counts, and under which number its keys stand.
public struct EpochRow: Hashable, Sendable {
  public var epoch: Int64
  public var runID: String
  public var systemIdentifier: String
  public var timeline: Int64
  public var ageSeconds: Int64
  public var isFirst: Bool

  public init(
    epoch: Int64, runID: String, systemIdentifier: String, timeline: Int64, ageSeconds: Int64,
    isFirst: Bool
  ) {
    self.epoch = epoch
    self.runID = runID
    self.systemIdentifier = systemIdentifier
    self.timeline = timeline
    self.ageSeconds = ageSeconds
    self.isFirst = isFirst
  }
}
