import Instants
import LicenseStore
import Licensing

/// All apps, held in memory, and when they were last known to be current.
///
/// No app signature is refused and no app id called unknown before the revision was compared after
/// the request came (bus.md). Verification compares it in each Redis trip; for the rest there is a
/// look: one for all that wait, at most 20 a second, so that unsigned junk costs the stores next to
/// nothing.
public final class AppDirectory {
  /// The shortest time between two looks.
  public static let millisecondsBetweenLooks: Int64 = 50

  private var revision: Int64?
  private var records: [AppID: AppRecord] = [:]
  private var comparedAt: MonotonicTime?
  private var lookedAt: MonotonicTime?

  public init() {}

  public subscript(id: AppID) -> AppRecord? { records[id] }

  /// Whether what is held was known to be current at a time after `arrival`.
  public func isCurrent(since arrival: MonotonicTime) -> Bool {
    comparedAt.map { $0 >= arrival } ?? false
  }

  /// From when on the next look is allowed.
  public var nextLook: MonotonicTime {
    lookedAt.map { $0 + Self.millisecondsBetweenLooks } ?? MonotonicTime(nanoseconds: .min)
  }

  /// Whether revision `current`, or a later one, is what is held.
  func isHeld(_ current: Int64) -> Bool {
    revision.map { $0 >= current } ?? false
  }

  func noteLook(at now: MonotonicTime) { lookedAt = now }

  func noteComparison(at start: MonotonicTime) { comparedAt = start }

  func replace(with catalogue: AppCatalogue) {
    records = Dictionary(uniqueKeysWithValues: catalogue.apps.map { ($0.app.id, $0) })
    revision = catalogue.revision
  }

  /// What is held may be of a database that is no more.
  func forget() {
    revision = nil
    comparedAt = nil
  }
}
