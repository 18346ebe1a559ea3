import Instants
import Licensing

/// Which licences a list holds. List, count and export use the same filter and the same builder.
public struct LicenseFilter: Hashable, Sendable {
  /// The app asked for.
  public var app: AppFilter = .all
  /// The app that the asking key is bound to.
  public var boundAppID: AppID?
  public var status: LicenseStatusFilter?
  public var plan: Plan?
  public var search: LicenseSearch?
  public var expiresBefore: Timestamp?

  public init() {}
}

/// An id of another form is unknown: the list is then empty.
public enum AppFilter: Hashable, Sendable {
  case all
  case only(AppID)
  case unknown
}

/// The states of a licence as a filter names them.
public enum LicenseStatusFilter: String, CaseIterable, Hashable, Sendable {
  case unactivated, active, expired, disabled
}

/// A search text, taken literally, ASCII case ignored.
public struct LicenseSearch: Hashable, Sendable {
  /// ASCII letters in lower case; looked for in device ids, remarks and order ids.
  public var folded: String
  /// The text as a part of a code, where it can be one.
  public var codePart: String?

  public init(folded: String, codePart: String?) {
    self.folded = folded
    self.codePart = codePart
  }
}
