import Instants
import LicenseStore

/// What one lane read of the apps' revision.
struct AppComparison: Sendable {
  let revision: Int64
  /// When the reading began.
  let readAfter: MonotonicTime
  /// The epoch that the lane knew.
  let epoch: Int64?
}

/// The state of a process' `AppDirectory`: what is held, and whose turn it is to read anew. Pure.
struct SharedApps: Sendable {
  enum Step {
    /// What is held is current; so is what comes with it.
    case current(AppSnapshot)
    /// The lane has to read what has changed since, and then to call `end` or `fail`.
    case read(since: AppCatalogue)
    /// Another lane is reading.
    case wait
    /// A reading failed a moment ago: nobody reads, and nobody waits for who tries once more.
    case rest
    /// What is held is of another epoch than the one that the lane knows: it must ask for its own.
    case otherEpoch
  }

  /// For so long after a reading that failed nobody reads. One that hangs takes its lane as long as
  /// a statement may take: lane after lane would stand still.
  static let restMilliseconds: Int64 = 1000

  private(set) var snapshot = AppSnapshot()
  private(set) var epoch: Int64?
  private(set) var isBeingRead = false
  /// When the last reading failed; `nil`: it went well.
  private var failedAt: MonotonicTime?

  /// A lane knows of `epoch` now. After a new one the database may be an earlier one: the apps in
  /// memory no longer count.
  mutating func enter(_ epoch: Int64) {
    if let known = self.epoch, known != epoch { snapshot.forget() }
    self.epoch = epoch
  }

  mutating func compare(_ comparison: AppComparison, at now: MonotonicTime) -> Step {
    guard comparison.epoch == epoch else { return .otherEpoch }
    if snapshot.isHeld(comparison.revision) {
      snapshot.noteComparison(at: comparison.readAfter)
      return .current(snapshot)
    }
    if let failedAt, isBeingRead || now < failedAt + Self.restMilliseconds { return .rest }
    if isBeingRead { return .wait }
    isBeingRead = true
    return .read(since: snapshot.reusable)
  }

  /// `nil`: an epoch has begun meanwhile, and what was read does not count.
  mutating func end(_ comparison: AppComparison, with catalogue: AppCatalogue) -> AppSnapshot? {
    isBeingRead = false
    failedAt = nil
    guard comparison.epoch == epoch else { return nil }
    snapshot.replace(with: catalogue)
    snapshot.noteComparison(at: comparison.readAfter)
    return snapshot
  }

  /// What is held stays. Says whether that is news: the last reading went well.
  mutating func fail(at now: MonotonicTime) -> Bool {
    isBeingRead = false
    defer { failedAt = now }
    return failedAt == nil
  }
}
