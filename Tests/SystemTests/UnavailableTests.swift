import Glibc
import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// The errors of a cluster that cannot: 500, 503, 504.
  @Suite struct UnavailableTests {
    @Test func `without a worker a call is unavailable at once and readiness names it`() throws {
      let cluster = try Cluster()
      let scene = try Scene(in: cluster)
      let supervisor = try cluster.member("supervisor")
      kill(supervisor.id, SIGSTOP)
      defer { kill(supervisor.id, SIGCONT) }
      kill(try cluster.member("renewal").id, SIGKILL)
      let unready = try Patience.wait(upTo: 10) { () -> HTTPAnswer? in
        let answer = try cluster.http.get("/readyz")
        return answer.status == 503 ? answer : nil
      }
      #expect(unready?.json == ["ready": false, "missing": ["renewal"]])
      #expect(try cluster.http.get("/healthz").status == 200)
      let answer = try scene.renew()
      #expect(answer.faults(asProblem: "SERVICE_UNAVAILABLE", 503) == [])
      #expect(answer.headers["Retry-After"] != nil)
      #expect(try scene.verify().code == "VALID")
    }

    @Test func `an answer that does not come in time is an exceeded deadline`() throws {
      let cluster = try Cluster(
        ClusterOptions(environment: ["COUNTERSIGN_REQUEST_TIMEOUT_MS": "1000"]))
      let scene = try Scene(in: cluster)
      let worker = try cluster.member("verification")
      kill(worker.id, SIGSTOP)
      defer { kill(worker.id, SIGCONT) }
      let answer = try scene.verify()
      #expect(answer.faults(asProblem: "DEADLINE_EXCEEDED", 504) == [])
    }

    @Test func `a fault of our own is a request id and nothing else`() throws {
      let cluster = try Cluster()
      let scene = try Scene(in: cluster)
      try cluster.sql("alter table action_logs rename column action to action_gone")
      let answer = try cluster.operator.post("\(scene.licensePath)/disable")
      #expect(answer.faults(asProblem: "INTERNAL", 500) == [])
      for secret in ["action", "column", "SQL", "42703", "postgres", "/home", "libpq"] {
        #expect(!answer.text.contains(secret), "\(answer.text)")
      }
      #expect(try scene.verify().code == "VALID")
      let device = Device.fresh()
      try cluster.sql("alter table action_logs rename column action_gone to action")
      #expect(try scene.app.activate(scene.code, device).code == "DEVICE_LIMIT_EXCEEDED")
    }
  }
}
