import Foundation
import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// `countersign epoch new`, where PostgreSQL names a Redis that is not the workers'.
  @Suite struct EpochTests {
    private func isHealthy(_ cluster: Cluster) throws -> Bool {
      try cluster.countersign("doctor").status == 0
    }

    private func runID(_ cluster: Cluster) throws -> String {
      try cluster.sql("SELECT run_id FROM redis_epoch").first?.first ?? ""
    }

    @Test func `a Redis that was shut out by another's name is taken up again`() throws {
      let cluster = try Cluster()
      let scene = try Scene(in: cluster)
      #expect(try isHealthy(cluster))
      let own = try runID(cluster)
      // As a worker leaves it that was told of another Redis for a moment.
      let stranger = String(repeating: "0", count: 40)
      try cluster.sql(
        "UPDATE redis_epoch SET run_id = '\(stranger)', epoch = epoch + 1, changed_at = now()")
      let diagnosis = try cluster.countersign("doctor")
      #expect(diagnosis.status == 1)
      #expect(diagnosis.output.contains("countersign epoch new"), "\(diagnosis.output)")
      #expect(try cluster.countersign("epoch", "new").status == 0)
      // Until a worker has taken its Redis up the row names none.
      #expect(try Patience.wait(upTo: 30) { try runID(cluster) == own })
      #expect(try Patience.wait(upTo: 30) { try isHealthy(cluster) })
      #expect(try Patience.wait(upTo: 10) { try scene.verify().code == "VALID" })
    }
  }
}
