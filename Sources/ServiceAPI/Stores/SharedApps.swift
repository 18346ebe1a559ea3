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
    /// What is held is of another epoch than the one that the lane knows: it must ask for its own.
    case otherEpoch
  }

  private(set) var snapshot = AppSnapshot()
  private(set) var epoch: Int64?
  private(set) var isBeingRead = false
  private var isStale = false

  /// A lane knows of `epoch` now. After a new one the database may be an earlier one: the apps in
  /// memory no longer count.
  mutating func enter(_ epoch: Int64) {
    if let known = self.epoch, known != epoch { snapshot.forget() }
    self.epoch = epoch
  }

  mutating func compare(_ comparison: AppComparison) -> Step {
    guard comparison.epoch == epoch else { return .otherEpoch }
    if snapshot.isHeld(comparison.revision) {
      snapshot.noteComparison(at: comparison.readAfter)
      return .current(snapshot)
    }
    if isBeingRead { return .wait }
    isBeingRead = true
    return .read(since: snapshot.reusable)
  }

  /// `nil`: an epoch has begun meanwhile, and what was read does not count.
  mutating func end(_ comparison: AppComparison, with catalogue: AppCatalogue) -> AppSnapshot? {
    isBeingRead = false
    isStale = false
    guard comparison.epoch == epoch else { return nil }
    snapshot.replace(with: catalogue)
    snapshot.noteComparison(at: comparison.readAfter)
    return snapshot
  }

  /// What is held stays. Says whether that is news: the last reading went well.
  mutating func fail() -> Bool {
    isBeingRead = false
    defer { isStale = true }
    return !isStale
  }
}
