/// All apps, as of one revision.
public struct AppCatalogue: Sendable {
  /// Rises with every change of any app.
  public let revision: Int64
  public let apps: [AppRecord]

  public init(revision: Int64, apps: [AppRecord]) {
    self.revision = revision
    self.apps = apps
  }
}
