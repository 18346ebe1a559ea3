/// Whether a Redis counts for this worker.
public enum RedisState: Hashable, Sendable {
  case away
  /// Connected, but not yet known to be the one that counts.
  case unconfirmed(runID: String)
  case ready(epoch: Int64)
}
