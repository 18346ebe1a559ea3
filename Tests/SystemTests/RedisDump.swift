import Foundation
import TestClient
import TestCluster

/// Keeps a copy of what the cluster's Redis holds, and brings Redis back with it later.
enum RedisDump {
  static func save(_ cluster: Cluster) throws {
    let redis = try cluster.redis()
    try redis.call("SAVE")
    try? FileManager.default.removeItem(atPath: copy(cluster))
    try FileManager.default.copyItem(atPath: dump(redis), toPath: copy(cluster))
  }

  /// Ends Redis while its supervisor is held still, puts the copy in place, and lets go.
  static func restart(_ cluster: Cluster) throws {
    let redis = try cluster.redis()
    let file = try dump(redis)
    let old = try runID(redis)
    let supervisor = try cluster.member("supervisor")
    kill(supervisor.id, SIGSTOP)
    defer { kill(supervisor.id, SIGCONT) }
    kill(try cluster.member("redis").id, SIGKILL)
    let owner = try FileManager.default.attributesOfItem(atPath: file)[.ownerAccountID]
    try? FileManager.default.removeItem(atPath: file)
    try FileManager.default.copyItem(atPath: copy(cluster), toPath: file)
    if let owner {
      try FileManager.default.setAttributes([.ownerAccountID: owner], ofItemAtPath: file)
    }
    kill(supervisor.id, SIGCONT)
    let isBack = Patience.wait(upTo: 60) {
      (try? cluster.redis()).flatMap { try? runID($0) }.map { $0 != old } ?? false
    }
    guard isBack else { throw ClusterFault.notReady("Redis did not come back") }
  }

  private static func copy(_ cluster: Cluster) -> String { cluster.home + "/../old-dump.rdb" }

  private static func dump(_ redis: RedisConnection) throws -> String {
    let folder = try redis.call("CONFIG", "GET", "dir").items.last?.string ?? ""
    let name = try redis.call("CONFIG", "GET", "dbfilename").items.last?.string ?? ""
    return "\(folder)/\(name)"
  }

  private static func runID(_ redis: RedisConnection) throws -> String {
    let lines = try redis.call("INFO", "server").string?.split(whereSeparator: \.isNewline) ?? []
    return lines.first { $0.hasPrefix("run_id:") }.map(String.init) ?? ""
  }
}
