import Foundation
import Synchronization

/// One cluster for all tests of a run that do it no harm: each makes an app of its own in it.
public enum SharedCluster {
  private static let made: Result<Cluster, any Error> = Result {
    atexit { SharedCluster.stop() }
    return try Cluster(ClusterOptions(counts: ["verification": 2]))
  }
  private static let isStarted = Atomic<Bool>(false)

  public static func get() throws -> Cluster {
    isStarted.store(true, ordering: .sequentiallyConsistent)
    return try made.get()
  }

  private static func stop() {
    guard isStarted.load(ordering: .sequentiallyConsistent) else { return }
    (try? made.get())?.stop()
  }
}
