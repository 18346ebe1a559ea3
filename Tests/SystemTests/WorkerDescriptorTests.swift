import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// EDG-04: workers whose stores cut them off, again and again.
  @Suite struct WorkerDescriptorTests {
    static let kinds = ["activation", "admin", "renewal", "verification"]

    let cluster: Cluster
    let scene: Scene
    let redis: RedisConnection

    init() throws {
      cluster = try Cluster()
      scene = try Scene(in: cluster)
      redis = try cluster.redis()
    }

    func sessions() throws -> Int {
      try cluster.number(
        "select count(*) from pg_stat_activity where application_name like 'countersign-%'")
    }

    func clients() throws -> Int {
      let list = try redis.call("CLIENT", "LIST", "TYPE", "normal").string ?? ""
      return list.split(separator: "\n").count
    }

    func openCounts() throws -> [Int] {
      try Self.kinds.map { OpenDescriptors.count(of: try cluster.member($0).id) }
    }

    /// Ends all sessions and clients but those of this test, and waits until all lanes are back.
    func cutOff(_ standing: (sessions: Int, clients: Int)) throws -> Bool {
      let ended = try cluster.number(
        """
        select count(*) from (select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'countersign-%') as ended
        """)
      _ = try redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
      #expect(ended == standing.sessions)
      return try Patience.wait(upTo: 30) {
        try sessions() == standing.sessions && clients() == standing.clients
      }
    }

    @Test func `sessions and clients that are ended leave no descriptor behind`() throws {
      #expect(try scene.verify().code == "VALID")
      #expect(try scene.renew().status == 200)
      let standing = (sessions: try sessions(), clients: try clients())
      #expect(standing.sessions >= 18 && standing.clients >= 18, "of each lane one")
      let workers = try Self.kinds.map { try cluster.member($0).id }
      let before = try openCounts()
      for _ in 0..<4 { #expect(try cutOff(standing)) }
      #expect(try Patience.wait(upTo: 10) { try zip(openCounts(), before).allSatisfy(<=) })
      #expect(try Self.kinds.map { try cluster.member($0).id } == workers, "nobody has died")
      #expect(try Patience.wait(upTo: 10) { try scene.verify().code == "VALID" })
    }
  }
}
