/// Which Redis counts: the rule of data.md, point 3, as a function of what is known.
enum EpochDecision: Hashable {
  /// This is the Redis that the row names, and it bears the epoch's mark.
  case ready
  /// The row named this Redis a moment ago and its mark is still to be set.
  case mark
  /// This Redis was restarted, emptied or promoted: it needs an epoch of its own.
  case raise
  /// Another Redis counts.
  case leave

  /// A mark that is missing for longer than this after a new epoch was there and was lost.
  /// Nothing is told to be in effect within that time, so that a Redis emptied in it revives nothing.
  static let markSeconds: Int64 = 3

  /// - Parameters:
  ///   - uptimeSeconds: of the server now.
  ///   - mark: what `run` says under the row's epoch.
  ///   - ageSeconds: since the row was written.
  ///   - hasSeenMark: whether this process saw the mark of this epoch in this Redis.
  static func make(
    row: EpochRow, ageSeconds: Int64, runID: String, uptimeSeconds: Int64, mark: [UInt8]?,
    hasSeenMark: Bool
  ) -> EpochDecision {
    guard row.epoch > 0, !row.runID.isEmpty else { return .raise }
    guard row.runID == runID else {
      // A mark here says that this is a copy of the Redis that was named. Without one it is a new
      // Redis if it began after the row was written; else somebody chose another while it ran.
      return mark != nil || isYounger(uptimeSeconds, than: ageSeconds) ? .raise : .leave
    }
    guard let mark else { return !hasSeenMark && ageSeconds < markSeconds ? .mark : .raise }
    return mark.elementsEqual(runID.utf8) ? .ready : .raise
  }

  /// Both ages are cut to whole seconds. Where that leaves doubt the Redis counts as younger: an
  /// epoch too many costs minutes, one too few would leave a new Redis unused for ever.
  private static func isYounger(_ uptimeSeconds: Int64, than rowSeconds: Int64) -> Bool {
    uptimeSeconds <= rowSeconds + 1
  }
}
