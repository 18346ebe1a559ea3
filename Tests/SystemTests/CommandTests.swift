import Glibc
import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// `countersign up` and `down`, as a caller sees them.
  @Suite struct CommandTests {
    static let kinds = [
      "activation", "admin", "gateway", "postgres", "redis", "renewal", "supervisor",
      "verification",
    ]

    @Test func `up runs every kind as often as asked and down leaves nothing`() throws {
      let cluster = try Cluster(ClusterOptions(counts: ["verification": 3]))
      // It is ready with the first of each kind.
      #expect(Patience.wait(upTo: 20) { cluster.members("verification").count == 3 })
      let members = cluster.members
      #expect(Set(members.map(\.kind)) == Set(Self.kinds))
      for name in [
        "COUNTERSIGN_URL", "COUNTERSIGN_OPS_URL", "COUNTERSIGN_OPERATOR_KEY",
        "COUNTERSIGN_ROOT_KEY", "DATABASE_URL", "REDIS_URL", "COUNTERSIGN_PIDS",
      ] {
        #expect(cluster.environment[name]?.isEmpty == false, "\(name)")
      }
      var status = stat()
      #expect(stat(cluster.home + "/env", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      #expect(cluster.rootKey.count == 32)
      cluster.stop()
      let areGone = Patience.wait(upTo: 20) {
        members.allSatisfy { [nil, "Z"].contains(ProcessState.of($0.id)) }
      }
      #expect(areGone)
      #expect(throws: (any Error).self) { try cluster.http.connect() }
    }

    @Test func `a process that dies is started again`() throws {
      let cluster = try Cluster()
      let scene = try Scene(in: cluster)
      for kind in Self.kinds where kind != "supervisor" {
        let member = try cluster.member(kind)
        kill(member.id, SIGKILL)
        #expect(cluster.waitForRestart(of: member), "\(kind)")
      }
      let works = try Patience.wait(upTo: 30) { try scene.verify().code == "VALID" }
      #expect(works)
      #expect(try scene.activate().status == 200)
    }

    @Test func `operator keys are listed without their secret, and revoked`() throws {
      let cluster = try Cluster()
      let caller = try cluster.makeOperator("--scope", "read")
      #expect(try caller.get("/admin/v1/apps").status == 200)
      let listed = try cluster.countersign("key", "list")
      #expect(listed.status == 0)
      #expect(!listed.output.contains(caller.key))
      #expect(!listed.output.contains("csk_"))
      // The cluster's own key may be of the same second.
      let lines = listed.output.split(separator: "\n").map { $0.split(separator: "\t") }
      let id = String(lines.first { $0.count > 2 && $0[2] == "read" }?[0] ?? "")
      #expect(try cluster.countersign("key", "revoke", id).status == 0)
      #expect(try caller.get("/admin/v1/apps").status == 401)
      let again = try cluster.countersign("key", "revoke", id)
      #expect(again.status == 1 && again.errors.contains("\(id) was revoked before, at 2"))
      let unknown = try cluster.countersign("key", "revoke", "key_aaaaaaaaaaaaa")
      #expect(unknown.errors.contains("there is no key key_aaaaaaaaaaaaa"))
    }

    @Test func `a tampered licence is changed by nobody until it is resealed`() throws {
      let cluster = try Cluster()
      let scene = try Scene(in: cluster)
      try cluster.sql(
        "update licenses set allow_devices = 9 where id = \(scene.license["id"].rowID)")
      try cluster.forgetLicenses()
      let admin = cluster.operator
      #expect(try scene.verify().code == "LICENSE_TAMPERED")
      for answer in [
        try admin.patch(scene.licensePath, ["remark": "x"]),
        try admin.post("\(scene.licensePath)/disable"),
        try admin.post("\(scene.licensePath)/extend", ["days": 1]),
      ] {
        #expect(answer.faults(asProblem: "LICENSE_TAMPERED", 403) == [])
      }
      let resealed = try cluster.countersign("license", "reseal", scene.licenseID)
      #expect(resealed.status == 0, "\(resealed.errors)")
      #expect(try Patience.wait(upTo: 10) { try scene.verify().code == "VALID" })
      #expect(try admin.license(scene.licenseID)["devices"]["limit"] == 9)
      let log = try admin.get("/admin/v1/logs?target=\(scene.licenseID)").json["items"].items
      #expect(log.contains { $0["action"] == "license.reseal" })
    }
  }
}
