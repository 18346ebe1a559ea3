import LicenseStore

/// The row of `redis_epoch` without PostgreSQL: compare, and set.
final class EpochTable {
  private(set) var row = EpochRow(
    epoch: 0, runID: "", systemIdentifier: "1", timeline: 1, ageSeconds: 0, isFirst: true)

  func raise(from epoch: Int64, runID: String) -> EpochRow {
    guard row.epoch == epoch else { return row }
    row.epoch += 1
    row.runID = runID
    row.ageSeconds = 0
    row.isFirst = row.epoch == 1
    return row
  }

  func grow(older seconds: Int64) {
    row.ageSeconds += seconds
  }
}

extension RedisStore {
  /// What a process does on connect and once a second. Gives the epoch in use, if any.
  @discardableResult
  func keepUp(with table: EpochTable) -> Int64? {
    var row = table.row
    // One raise may lose against another; a third would never end.
    for _ in 0..<3 {
      switch reconcile(row) {
      case .ready(let epoch): return epoch
      case .away: return nil
      case .raise(let from, let runID): row = table.raise(from: from, runID: runID)
      }
    }
    return nil
  }
}
