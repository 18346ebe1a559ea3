import Foundation
import TestClient
import TestCluster
import TestFiles
import Testing

extension SystemTests {
  /// `countersign doctor` on a cluster that is well, and on one in which something was broken.
  @Suite struct DoctorTests {
    private struct Finding: Equatable {
      let grade: String
      let check: String
    }

    private static func examine(_ cluster: Cluster) throws -> (status: Int32, found: [Finding]) {
      let called = try cluster.countersign("doctor")
      let lines = called.output.split(separator: "\n").map { $0.split(separator: " ") }
      let findings = lines.filter { $0.count > 2 && ["ok", "warning", "fault"].contains($0[0]) }
      return (called.status, findings.map { Finding(grade: String($0[0]), check: String($0[1])) })
    }

    /// The checks that found a fault, of a run that ended as a run with or without faults does.
    private static func faults(_ cluster: Cluster) throws -> Set<String> {
      let (status, found) = try examine(cluster)
      let faults = Set(found.filter { $0.grade == "fault" }.map(\.check))
      #expect(status == (faults.isEmpty ? 0 : 1))
      #expect(found.count > 20)
      return faults
    }

    @Test func `the doctor finds nothing, and then what was broken, by its name`() throws {
      let cluster = try Cluster()
      _ = try Scene(in: cluster)
      #expect(try Self.faults(cluster) == [])
      try breakKeyFile(cluster)
      try breakPolicy(cluster)
      try sayNoSecret(cluster)
      try stopRedis(cluster)
    }

    private func breakKeyFile(_ cluster: Cluster) throws {
      let path = cluster.home + "/keys/master.keys"
      chmod(path, 0o644)
      #expect(try Self.faults(cluster) == ["files.master"])
      chmod(path, 0o600)
      #expect(try Self.faults(cluster) == [])
    }

    private func breakPolicy(_ cluster: Cluster) throws {
      let redis = try cluster.redis()
      try redis.call(["CONFIG", "SET", "maxmemory-policy", "allkeys-lru"])
      #expect(try Self.faults(cluster) == ["redis.policy"])
      try redis.call(["CONFIG", "SET", "maxmemory-policy", "noeviction"])
      #expect(try Self.faults(cluster) == [])
    }

    /// Held still rather than ended, for the supervisor would start it anew.
    private func stopRedis(_ cluster: Cluster) throws {
      let redis = try cluster.member("redis")
      kill(redis.id, SIGSTOP)
      defer { kill(redis.id, SIGCONT) }
      #expect(try Self.faults(cluster).contains("redis.reachable"))
    }

    private func sayNoSecret(_ cluster: Cluster) throws {
      let json = try cluster.countersign("doctor", "--json")
      #expect(try JsonReader.read(Array(json.output.utf8))["faults"] == 0)
      let secrets = cluster.keyFileLines
      // Token, master, signing, root and operator key at least.
      #expect(secrets.count >= 5)
      for secret in secrets {
        #expect(!json.output.contains(secret) && !json.errors.contains(secret))
      }
    }

    /// The stores of a cluster have none, so those are asked by URLs that do.
    @Test func `the doctor shows no password of a store, that answers or does not`() throws {
      let cluster = try SharedCluster.get()
      let password = "planted-password-7731"
      let folder = TemporaryFolder()
      let postgres = (cluster.environment["DATABASE_URL"] ?? "")
        .replacing("//countersign@", with: "//countersign:\(password)@")
      let redis = (cluster.environment["REDIS_URL"] ?? "")
        .replacing("unix://", with: "unix://:\(password)@")
      for (database, answers) in [(postgres, true), (postgres + "/nowhere", false)] {
        let file = folder.path + "/settings"
        let text = "DATABASE_URL='\(database)'\nREDIS_URL='\(redis)'\n"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let called = try cluster.countersign("doctor", "--config", file)
        #expect(text.contains(password) && called.output.contains("redis.reachable"))
        #expect(called.output.contains("postgres.version") == answers, "\(called.output)")
        #expect(called.output.contains("postgres.reachable") != answers)
        #expect(!called.output.contains(password) && !called.errors.contains(password))
      }
    }
  }
}
