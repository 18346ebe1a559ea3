import Foundation
import Synchronization

/// Clusters for all tests of a run that do them no harm: each test makes an app of its own in it.
public enum SharedCluster {
  private static let made = made(ClusterOptions(counts: ["verification": 2]))
  private static let madeSingle = made(ClusterOptions())
  private static let madeHasty = made(
    ClusterOptions(environment: [
      "COUNTERSIGN_HEAD_TIMEOUT_MS": "2000", "COUNTERSIGN_BODY_TIMEOUT_MS": "2000",
      "COUNTERSIGN_IDLE_TIMEOUT_MS": "2000",
    ]))
  private static let started = Mutex<[Cluster]>([])

  public static func get() throws -> Cluster { try made.get() }

  /// One of each process, for tests that harm it, follow one another, and leave it whole.
  public static func single() throws -> Cluster { try madeSingle.get() }

  /// One that has no patience with clients: two seconds for a head, a body, and for rest.
  public static func hasty() throws -> Cluster { try madeHasty.get() }

  private static func made(_ options: ClusterOptions) -> Result<Cluster, any Error> {
    Result {
      let cluster = try Cluster(options)
      let isFirst = started.withLock { started in
        started.append(cluster)
        return started.count == 1
      }
      if isFirst { atexit { SharedCluster.stop() } }
      return cluster
    }
  }

  private static func stop() {
    for cluster in started.withLock({ $0 }) { cluster.stop() }
  }
}
