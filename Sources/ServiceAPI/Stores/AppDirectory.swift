import Instants
import LicenseStore
import Licensing
import ServiceKit

/// All apps, held in memory, and when they were last known to be current.
///
/// No app signature is refused and no app id called unknown before the revision was compared after
/// the request came. Verification compares it in each Redis trip; for the rest there is `look`: one
/// for all that wait, at most 20 a second, so that unsigned junk costs the stores next to nothing.
public final class AppDirectory {
  /// The shortest time between two looks.
  public static let millisecondsBetweenLooks: Int64 = 50

  public private(set) var revision: Int64?
  private var records: [AppID: AppRecord] = [:]
  private var comparedAt: MonotonicTime?
  private var lookedAt: MonotonicTime?

  public init() {}

  public subscript(id: AppID) -> AppRecord? { records[id] }

  /// Whether what is held was known to be current at a time after `arrival`.
  public func isCurrent(since arrival: MonotonicTime) -> Bool {
    comparedAt.map { $0 >= arrival } ?? false
  }

  /// The time from which the next look is allowed.
  public var nextLook: MonotonicTime {
    lookedAt.map { $0 + Self.millisecondsBetweenLooks } ?? MonotonicTime(nanoseconds: 0)
  }

  /// Compares the held revision with one that was read after `start`; loads anew what is older.
  public func compare(
    _ current: Int64, readAfter start: MonotonicTime, load: () throws(StoreError) -> AppCatalogue
  ) throws(StoreError) {
    if revision.map({ $0 < current }) ?? true {
      replace(with: try load())
    }
    comparedAt = start
  }

  /// After a new epoch the database may be an earlier one: nothing held counts.
  public func forget() {
    revision = nil
    comparedAt = nil
  }

  /// One look at the stores for all requests that wait for one. `read` gives the current revision.
  public func look(
    at now: MonotonicTime, read: () throws(StoreError) -> Int64,
    load: () throws(StoreError) -> AppCatalogue
  ) throws(StoreError) {
    lookedAt = now
    try compare(try read(), readAfter: now, load: load)
  }

  private func replace(with catalogue: AppCatalogue) {
    records = Dictionary(uniqueKeysWithValues: catalogue.apps.map { ($0.app.id, $0) })
    revision = catalogue.revision
  }
}
