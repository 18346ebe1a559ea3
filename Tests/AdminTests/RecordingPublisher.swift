import LicenseStore

@testable import Admin

/// A Redis that remembers what it was told, and can be away.
final class RecordingPublisher: ChangePublisher {
  var epoch: Int64? = 1
  var ageSeconds: Int64 = 100
  /// What PostgreSQL says; follows `epoch` unless set.
  var rowEpoch: Int64 = 1
  private(set) var changes: [CommittedChange] = []

  func publish(_ changes: [CommittedChange], under epoch: Int64) -> Bool {
    guard epoch == self.epoch else { return false }
    self.changes += changes
    return true
  }

  func standing() -> EpochRow? {
    EpochRow(
      epoch: rowEpoch, runID: "r", systemIdentifier: "s", timeline: 1, ageSeconds: ageSeconds,
      isFirst: false)
  }

  func takeChanges() -> [CommittedChange] {
    defer { changes = [] }
    return changes
  }
}
