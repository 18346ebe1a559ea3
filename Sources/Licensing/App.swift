import Instants

/// A product that is licensed; owns settings, keys and licences.
public struct App: Hashable, Sendable {
  public var id: AppID
  public var name: String
  public var bundleID: String?
  public var settings: AppSettings
  /// Laid under each licence's own features.
  public var features: Features
  /// +1 with each change.
  public var version: Int64
  public var createdAt: Timestamp

  public init(
    id: AppID, name: String, bundleID: String?, settings: AppSettings, features: Features,
    version: Int64, createdAt: Timestamp
  ) {
    self.id = id
    self.name = name
    self.bundleID = bundleID
    self.settings = settings
    self.features = features
    self.version = version
    self.createdAt = createdAt
  }
}
