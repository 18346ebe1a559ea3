import Licensing

/// An app with the keys that its clients may sign with, the current one first. Without any where
/// its row cannot be opened: then nobody can sign for it.
public struct AppRecord: Sendable {
  public let app: App
  public let clientKeys: [ClientKey]

  public init(app: App, clientKeys: [ClientKey]) {
    self.app = app
    self.clientKeys = clientKeys
  }
}
