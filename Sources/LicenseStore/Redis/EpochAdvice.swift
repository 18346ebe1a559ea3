/// What to do after the row of `redis_epoch` was read.
public enum EpochAdvice: Hashable, Sendable {
  /// Redis serves, under this epoch.
  case ready(epoch: Int64)
  /// Redis counts as away.
  case away
  /// Set the row to a new epoch and this run id, if it still has epoch `from`; then reconcile with
  /// the row as it is after that.
  case raise(from: Int64, runID: String)
}
