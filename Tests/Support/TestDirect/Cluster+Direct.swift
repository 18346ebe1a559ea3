import Foundation
import TestClient
import TestCluster
import ZeroMQ

extension Cluster {
  private func directSetting(_ name: String, lane: Int) throws -> String {
    let items = (environment[name] ?? "").split(separator: ",")
    guard lane < items.count else { throw ClusterFault.notReady("\(name) in env") }
    return String(items[lane])
  }

  public func directEndpoint(lane: Int = 0) throws -> String {
    try directSetting("COUNTERSIGN_DIRECT_URL", lane: lane)
  }

  public func directServerKey(lane: Int = 0) throws -> CurvePublicKey {
    let text = try directSetting("COUNTERSIGN_DIRECT_SERVER_KEY", lane: lane)
    guard let key = CurvePublicKey(text: text) else { throw ClusterFault.notReady("no key") }
    return key
  }

  /// The client that `countersign up` put on the list.
  public func directClientKeys() throws -> CurveKeyPair {
    let text = TextFile.read(environment["COUNTERSIGN_DIRECT_CLIENT_KEY_FILE"] ?? "")
    let key = CurveSecretKey(text: text.trimmingCharacters(in: .whitespacesAndNewlines))
    guard let key else { throw ClusterFault.notReady("no client key") }
    return try CurveKeyPair(key)
  }

  /// A connection by that key, else by the listed one.
  public func directHand(_ keys: CurveKeyPair? = nil, lane: Int = 0) throws -> DirectHand {
    let own = try keys ?? directClientKeys()
    return try DirectHand(
      try directEndpoint(lane: lane),
      .curveClient(server: try directServerKey(lane: lane), own: own))
  }

  public var directList: String { home + "/keys/direct/clients" }

  /// Replaces the list of direct clients; it is in effect a second later.
  public func writeDirectList(_ text: String) throws {
    let draft = directList + ".new"
    try Data(text.utf8).write(to: URL(fileURLWithPath: draft))
    guard rename(draft, directList) == 0 else { throw ClusterFault.notReady("no list") }
  }
}
