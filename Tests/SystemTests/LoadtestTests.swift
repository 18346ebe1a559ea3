import Foundation
import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// `countersign loadtest` against a whole cluster.
  @Suite struct LoadtestTests {
    private func loadtest(
      _ cluster: Cluster, _ arguments: [String]
    ) throws -> (status: Int32, json: [String: Any], errors: String) {
      let ran = try ChildProcess.run(
        Binaries.countersign, ["loadtest", "--json", "--warmup", "0"] + arguments,
        environment: cluster.environment)
      let json = try JSONSerialization.jsonObject(with: Data(ran.output.utf8))
      return (ran.status, json as? [String: Any] ?? [:], ran.errors)
    }

    @Test func `a mix of calls is answered and every proof holds`() throws {
      let cluster = try Cluster()
      let (status, json, errors) = try loadtest(
        cluster,
        [
          "--mix", "verify=80,renew=5,activate=5,config=4,introspect=3,healthz=3",
          "--devices", "20", "--licences", "5000", "--connections", "8", "--duration", "2",
          "--threads", "2",
        ])
      #expect(status == 0, "\(json) \(errors)")
      #expect(json["errors"] as? Int == 0)
      #expect(try #require(json["rps"] as? Double) > 0)
      let kinds = try #require(json["kinds"] as? [String: [String: Any]])
      for kind in ["verify", "renew", "activate", "config", "introspect", "healthz"] {
        #expect(try #require(kinds[kind]?["answered"] as? Int) > 0, "\(kind)")
      }
      let checks = try #require(json["checks"] as? [String: Any])
      #expect(try #require(checks["done"] as? Int) > 0)
      #expect(checks["failed"] as? Int == 0)
      #expect(checks["key_set_checked"] as? Bool == true)
    }

    @Test func `verifications and introspections over the bus are answered, and every proof holds`()
      throws
    {
      let cluster = try Cluster()
      let (status, json, errors) = try loadtest(
        cluster,
        [
          "--direct", "--mix", "verify=1,introspect=1", "--proof", "batch", "--devices", "20",
          "--connections", "32", "--duration", "2", "--timeout", "30",
        ])
      #expect(status == 0, "\(json) \(errors)")
      #expect(json["transport"] as? String == "direct")
      #expect(json["errors"] as? Int == 0)
      #expect(try #require(json["rps"] as? Double) > 0)
      let kinds = try #require(json["kinds"] as? [String: [String: Any]])
      for kind in ["verify", "introspect"] {
        #expect(try #require(kinds[kind]?["answered"] as? Int) > 0, "\(kind)")
      }
      let checks = try #require(json["checks"] as? [String: Any])
      #expect(try #require(checks["batch"] as? Int) > 0)
      #expect(checks["failed"] as? Int == 0)
    }

    @Test func `what direct clients may not ask is refused before anything is made`() throws {
      let ran = try ChildProcess.run(
        Binaries.countersign, ["loadtest", "--direct", "--mix", "verify=9,renew=1"],
        environment: [
          "COUNTERSIGN_URL": "http://127.0.0.1:1", "COUNTERSIGN_OPERATOR_KEY": "csk_none",
          "COUNTERSIGN_DIRECT_URL": "ipc:///nowhere",
        ])
      #expect(ran.status == 64)
      #expect(ran.errors.contains("renew can be asked over HTTP only"), "\(ran.errors)")
    }

    @Test func `a run ends when its activations are used up, and seats are never exceeded`() throws
    {
      let cluster = try Cluster()
      let (status, json, errors) = try loadtest(
        cluster,
        [
          "--mix", "activate", "--activate-licences", "one", "--seats", "30", "--connections", "8",
          "--duration", "60",
        ])
      #expect(status == 0, "\(json) \(errors)")
      #expect(json["answered"] as? Int == 30)
      #expect(json["ran_out"] as? Bool == true)
      #expect(try #require(json["duration_s"] as? Double) < 60)
    }
  }
}
