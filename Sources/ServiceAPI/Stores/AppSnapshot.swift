import Instants
import LicenseStore
import Licensing

/// All apps as somebody knows them, and when they were last known to be current. A value: a lane
/// decides by one of them, whatever other lanes find meanwhile.
///
/// No app signature is refused and no app id called unknown before the revision was compared after
/// the request came (bus.md). Verification compares it in each Redis trip; for the rest there is a
/// look: one for all that wait, at most 20 a second (`LookPace`).
public struct AppSnapshot: Sendable {
  private var catalogue = AppCatalogue.empty
  /// Whether the catalogue counts as of its revision; without, it serves on until the next is read.
  private var isKnown = false
  private var comparedAt: MonotonicTime?

  public init() {}

  public subscript(id: AppID) -> AppRecord? { catalogue[id] }

  /// Whether what is held was known to be current at a time after `arrival`.
  public func isCurrent(since arrival: MonotonicTime) -> Bool {
    comparedAt.map { $0 >= arrival } ?? false
  }

  /// Whether revision `current`, or a later one, is what is held.
  func isHeld(_ current: Int64) -> Bool { isKnown && catalogue.revision >= current }

  /// What need not be read again where it is of the same version.
  var reusable: AppCatalogue { isKnown ? catalogue : .empty }

  /// Lanes read revisions side by side: the latest reading counts.
  mutating func noteComparison(at start: MonotonicTime) {
    comparedAt = comparedAt.map { max($0, start) } ?? start
  }

  mutating func replace(with catalogue: AppCatalogue) {
    self.catalogue = catalogue
    isKnown = true
  }

  /// What is held may be of a database that is no more.
  mutating func forget() {
    isKnown = false
    comparedAt = nil
  }
}
