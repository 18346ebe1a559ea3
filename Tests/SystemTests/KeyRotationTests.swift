import Glibc
import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// Keys are followed by others while a cluster runs, without a request refused for it.
  @Suite struct KeyRotationTests {
    private static let readers = ["admin", "activation", "renewal", "verification"]

    /// Each process reads its keys when it starts; the supervisor starts it anew.
    private func restart(_ cluster: Cluster) throws {
      for kind in Self.readers {
        let member = try cluster.member(kind)
        kill(member.id, SIGTERM)
        #expect(cluster.waitForRestart(of: member), "\(kind)")
      }
    }

    private func run(_ cluster: Cluster, _ words: [String]) throws -> Int32 {
      switch words.count {
      case 3: try cluster.countersign(words[0], words[1], words[2]).status
      default: try cluster.countersign(words[0], words[1], words[2], words[3]).status
      }
    }

    @Test func `token and master keys are followed by others, and what was made before serves on`()
      throws
    {
      let cluster = try Cluster()
      let before = try Scene(in: cluster)
      for kind in ["token", "master"] { #expect(try run(cluster, ["keys", "rotate", kind]) == 0) }
      try refuse(cluster, "rotate", "--use")
      try restart(cluster)
      #expect(try before.verify().code == "VALID")
      for kind in ["token", "master"] {
        #expect(try run(cluster, ["keys", "rotate", kind, "--use"]) == 0)
      }
      try refuse(cluster, "retire", "--force")
      try restart(cluster)
      let after = try Scene(in: cluster)
      for scene in [before, after] { #expect(try scene.verify().code == "VALID") }
      #expect(
        try cluster.sql("select key_number from access_tokens order by 1") == [["1"], ["2"]])
      try retire(cluster, before, after)
    }

    /// As long as processes do not know what the files say.
    private func refuse(_ cluster: Cluster, _ verb: String, _ option: String) throws {
      for kind in ["token", "master"] {
        let file = cluster.home + "/keys/\(kind).keys"
        let before = TextFile.read(file)
        let refused = try cluster.countersign("keys", verb, kind, option, "--restarted")
        #expect(refused.status == 1 && refused.errors.contains("activation-1 (pid "), "\(refused)")
        #expect(refused.errors.contains("admin-1") == (kind == "master"))
        #expect(!refused.errors.contains("gateway"))
        #expect(TextFile.read(file) == before)
      }
    }

    private func retire(_ cluster: Cluster, _ before: Scene, _ after: Scene) throws {
      let refused = try cluster.countersign("keys", "retire", "token")
      #expect(refused.status == 1 && refused.errors.contains("1 live tokens"), "\(refused)")
      #expect(try run(cluster, ["keys", "retire", "token", "--force"]) == 0)
      let sealed = try cluster.countersign("keys", "retire", "master")
      #expect(sealed.status == 0 && sealed.output.contains("sealed 1 licences and 1 apps anew"))
      try restart(cluster)
      #expect(try before.verify().status == 401)
      let renewed = try before.renew()
      #expect(renewed.status == 200, "a device renews by itself: \(renewed.text)")
      #expect(try after.verify().code == "VALID")
      #expect(try after.activate().status == 200)
      #expect(try cluster.countersign("doctor").status == 0)
      for kind in ["token", "master"] {
        let past = TextFile.read(cluster.home + "/keys/\(kind)-past.keys")
        #expect(past.hasPrefix("1 ") && past.split(separator: "\n").count == 1)
      }
      #expect(try cluster.countersign("audit", "verify").status == 0)
    }
  }
}
