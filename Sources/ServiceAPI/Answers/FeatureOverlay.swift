import JSON
import Licensing

/// Lays a licence's features over its app's, by top-level name, and remembers what it made: most
/// licences of an app have the same few sets.
public final class FeatureOverlay {
  /// Remembered results; all are forgotten when the limit is reached.
  private static let capacity = 1024

  private struct Pair: Hashable {
    var app: Features
    var license: Features
  }

  private var made: [Pair: Features] = [:]

  public init() {}

  public func features(of app: Features, under license: Features) -> Features {
    if license == .none { return app }
    let pair = Pair(app: app, license: license)
    if let known = made[pair] { return known }
    let overlaid = overlay(pair)
    if made.count >= Self.capacity { made.removeAll(keepingCapacity: true) }
    made[pair] = overlaid
    return overlaid
  }

  private func overlay(_ pair: Pair) -> Features {
    let merged = object(pair.app).overlaid(with: object(pair.license))
    return Features(json: JSONValue.object(merged).compactText)
  }

  /// Stored features were checked when they came in; what is none any more counts as empty.
  private func object(_ features: Features) -> JSONObject {
    (try? JSON.parse(Array(features.json.utf8)))?.object ?? JSONObject()
  }
}
