import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// EDG-04: a gateway with hardly a descriptor to spare.
  @Suite struct DescriptorTests {
    /// Beside what the gateway holds when it idles.
    static let spare = 24

    let cluster: Cluster
    let scene: Scene
    let gateway: Cluster.Member

    init() throws {
      cluster = try Cluster()
      scene = try Scene(in: cluster)
      gateway = try cluster.member("gateway")
    }

    func openCount() -> Int { OpenDescriptors.count(of: gateway.id) }

    func limit(to count: Int) throws {
      let done = try ChildProcess.run(
        "/usr/bin/prlimit", ["--pid", "\(gateway.id)", "--nofile=\(count):\(count)"],
        environment: [:])
      try #require(done.status == 0, "\(done.errors)")
    }

    /// A connection for each, so that a descriptor that is kept would be missed soon.
    func ask(_ count: Int) throws -> Int {
      let endpoint = cluster.http.endpoint
      return try Parallel.map(4) { _ in
        try (0..<count / 4).count { _ in
          try HTTPConnection(to: endpoint).perform(HTTPRequest("GET", "/healthz")).status == 200
        }
      }.reduce(0, +)
    }

    @Test func `ten thousand connections leave as many descriptors as there were`() throws {
      #expect(try ask(40) == 40)
      let before = openCount()
      try limit(to: before + Self.spare)
      #expect(try ask(10_000) == 10_000)
      #expect(Patience.wait(upTo: 10) { openCount() <= before })
      #expect(try scene.verify().code == "VALID")
    }

    @Test func `at the limit a connection waits or is refused, and nobody dies of it`() throws {
      let before = openCount()
      try limit(to: before + Self.spare)
      let endpoint = cluster.http.endpoint
      var held = (0..<Self.spare * 3).compactMap { _ in try? HTTPConnection(to: endpoint) }
      #expect(Patience.wait(upTo: 10) { openCount() >= before + Self.spare - 1 })
      var answered = 0
      for connection in held {
        let answer = try? connection.perform(HTTPRequest("GET", "/healthz"), within: 0.2)
        if answer?.status == 200 { answered += 1 }
      }
      #expect(answered > 0 && answered < held.count)
      held = []
      #expect(Patience.wait(upTo: 10) { openCount() <= before + 1 })
      #expect(try scene.verify().code == "VALID")
      #expect(try cluster.member("gateway").id == gateway.id)
    }
  }
}
