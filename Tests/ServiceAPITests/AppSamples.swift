import Instants
import LicenseStore
import Licensing

@testable import ServiceAPI

/// Apps that nobody reads from anywhere.
enum AppSamples {
  static let id = AppID(rawValue: 1)

  static func catalogue(revision: Int64) -> AppCatalogue {
    let app = App(
      id: id, name: "App", bundleID: nil, settings: AppSettings(), features: .none,
      version: revision, createdAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
    return AppCatalogue(revision: revision, apps: [AppRecord(app: app, clientKeys: [])])
  }

  static func snapshot(revision: Int64) -> AppSnapshot {
    var snapshot = AppSnapshot()
    snapshot.replace(with: catalogue(revision: revision))
    return snapshot
  }
}
