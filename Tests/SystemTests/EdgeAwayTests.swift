import Glibc
import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// Clients of one gateway whose requests are away at a worker that says nothing.
  @Suite struct EdgeAwayTests {
    let cluster: Cluster
    let scene: Scene

    init() throws {
      cluster = try SharedCluster.single()
      scene = try Scene(in: cluster)
    }

    var verification: [UInt8] {
      RequestSigner(token: scene.token).signed(HTTPRequest("POST", "/v1/verify", body: [])).bytes(
        host: "x")
    }

    /// Connections whose requests wait, once the gateway says that all of them do.
    func wait(_ count: Int) throws -> [HTTPConnection] {
      let connections = try (0..<count).map { _ in
        let connection = try cluster.http.connect()
        try connection.send(verification)
        return connection
      }
      let areAway = try Patience.wait(upTo: 2.5) {
        try cluster.metrics().sum("countersign_http_requests_waiting") == Double(count)
      }
      #expect(areAway)
      return connections
    }

    func total(_ name: String) throws -> Double {
      try cluster.metrics().sum("countersign_requests_\(name)_total", "verification")
    }

    @Test func `clients that leave while their requests are away leave nothing behind`() throws {
      let worker = try cluster.member("verification")
      let connectionsBefore = try cluster.metrics().sum("countersign_http_connections")
      kill(worker.id, SIGSTOP)
      defer { kill(worker.id, SIGCONT) }
      var leaving = try wait(40)
      leaving.removeAll()
      let isClean = try Patience.wait(upTo: 20) {
        let metrics = try cluster.metrics()
        return metrics.sum("countersign_http_requests_waiting") == 0
          && metrics.sum("countersign_http_connections") <= connectionsBefore
      }
      #expect(isClean)
      kill(worker.id, SIGCONT)
      #expect(try Patience.wait(upTo: 30) { try scene.verify().code == "VALID" })
      // What was sent has come to an end, of whatever kind, and is counted once.
      let isEven = try Patience.wait(upTo: 20) {
        let ends = try ["answered", "refused", "expired", "lost"].map(total).reduce(0, +)
        return try cluster.metrics().sum("countersign_worker_in_flight") == 0
          && total("sent") == ends
      }
      #expect(isEven)
      #expect(try total("sent") > 40)
    }

    @Test func `an ordered stop answers what is away, and ends with 0`() throws {
      let gateway = try cluster.member("gateway")
      let worker = try cluster.member("verification")
      let resting = try cluster.http.connect()
      #expect(try resting.perform(HTTPRequest("GET", "/healthz")).status == 200)
      kill(worker.id, SIGSTOP)
      defer { kill(worker.id, SIGCONT) }
      let waiting = try wait(20)
      #expect(try cluster.exitStatusAfterTermination(of: gateway) == 0)
      for connection in waiting {
        let answer = try connection.readAnswer()
        #expect([503, 504].contains(answer.status), "\(answer.status)")
        #expect(answer.headers["Connection"]?.lowercased() == "close")
        #expect(connection.isClosedByServer(within: 1))
      }
      #expect(resting.isClosedByServer(within: 1))
      kill(worker.id, SIGCONT)
      #expect(cluster.waitForRestart(of: gateway))
      #expect(try Patience.wait(upTo: 30) { try scene.verify().code == "VALID" })
    }

    /// As many as descriptors allow, ten thousand at most; the processes inherit this one's limit.
    var idleCount: Int {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      return min(10_000, Int(clamping: limit.rlim_cur) - 500)
    }

    @Test func `ten thousand idle connections keep nobody from being served`() throws {
      let count = idleCount
      #expect(count > 100)
      // However long the machine takes to open them all, none rests too long.
      let cluster = try Cluster(
        ClusterOptions(environment: ["COUNTERSIGN_IDLE_TIMEOUT_MS": "600000"]))
      let scene = try Scene(in: cluster)
      let idle = try Parallel.map(4) { part in
        try (0..<count / 4).map { _ in
          let connection = try cluster.http.connect()
          #expect(try connection.perform(HTTPRequest("GET", "/healthz")).status == 200)
          return connection
        }
      }.flatMap { $0 }
      let open = try cluster.metrics().sum("countersign_http_connections")
      #expect(open >= Double(idle.count))
      for _ in 0..<100 { #expect(try scene.verify().code == "VALID") }
      #expect(idle.allSatisfy { $0.isIdle })
    }
  }
}
