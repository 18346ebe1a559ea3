import Licensing

/// All apps, as of one revision. A value that lanes may share: the next one is made beside it.
public struct AppCatalogue: Sendable {
  /// No apps, as before anything was read.
  public static let empty = AppCatalogue(revision: 0, apps: [])

  /// Rises with every change of any app.
  public let revision: Int64
  private let records: [AppID: AppRecord]

  public init(revision: Int64, apps: [AppRecord]) {
    self.init(
      revision: revision, records: Dictionary(uniqueKeysWithValues: apps.map { ($0.app.id, $0) }))
  }

  private init(revision: Int64, records: [AppID: AppRecord]) {
    self.revision = revision
    self.records = records
  }

  public var apps: Dictionary<AppID, AppRecord>.Values { records.values }

  public subscript(id: AppID) -> AppRecord? { records[id] }

  /// The apps that have to be read anew: those that are new, or of another version.
  func outdated(by versions: AppVersions) -> [AppID] {
    versions.byID.filter { records[$0.key]?.app.version != $0.value }.map(\.key)
  }

  /// As of `versions`, when `read` is what was found of the apps that were outdated by them. What
  /// was read may be newer than they say, never older.
  func updated(to versions: AppVersions, with read: [AppRecord]) -> AppCatalogue {
    var next = records.filter { versions.byID[$0.key] == $0.value.app.version }
    for record in read { next[record.app.id] = record }
    return AppCatalogue(revision: versions.revision, records: next)
  }
}
