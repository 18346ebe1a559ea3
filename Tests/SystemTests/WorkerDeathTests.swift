import Glibc
import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// Processes that die, stall or are stopped in order, while clients go on asking.
  @Suite struct WorkerDeathTests {
    let cluster: Cluster
    let scene: Scene

    init() throws {
      cluster = try Cluster(ClusterOptions(counts: ["verification": 2]))
      scene = try Scene(in: cluster)
    }

    /// The code of an answer that is right in itself, or what is wrong with it.
    static func outcome(_ scene: Scene, _ check: CredentialCheck) -> String {
      guard let answer = try? scene.verify() else { return "no answer" }
      guard answer.status == 200 else { return answer.code ?? "\(answer.status)" }
      let claims = try? check.online(answer.json["credential"], nonce: answer.sentNonce)
      return claims?["code"].string ?? "a credential that does not hold"
    }

    @Test func `a killed verification process costs no answer`() throws {
      let check = try scene.check()
      let load = Load<String>(callers: 6) { _ in Self.outcome(scene, check) }
      #expect(load.waitForMore(100))
      for _ in 0..<5 {
        let victim = try cluster.member("verification")
        kill(victim.id, SIGKILL)
        #expect(load.waitForMore(200))
        #expect(cluster.waitForRestart(of: victim))
        #expect(load.waitForMore(100))
      }
      let outcomes = load.stop()
      // One in flight may find no other process in time; a no would be wrong.
      #expect(Set(outcomes.keys).isSubset(of: ["VALID", "SERVICE_UNAVAILABLE"]), "\(outcomes)")
      let refused = outcomes["SERVICE_UNAVAILABLE"] ?? 0
      #expect(refused * 100 <= outcomes.values.reduce(0, +), "\(outcomes)")
    }

    @Test func `a stalled verification process is gone round`() throws {
      let victim = try cluster.member("verification")
      kill(victim.id, SIGSTOP)
      defer { kill(victim.id, SIGCONT) }
      let answers = try Parallel.map(20) { _ in try scene.verify() }
      #expect(answers.allSatisfy { $0.code == "VALID" || $0.status >= 503 })
      let recovered = try Patience.wait(upTo: 15) {
        try (0..<10).allSatisfy { _ in try scene.verify().code == "VALID" }
      }
      #expect(recovered)
    }

    // ZMQ-02
    @Test func `a process that comes back at once is used at once`() throws {
      let victims = cluster.members("verification")
      for victim in victims { kill(victim.id, SIGKILL) }
      for victim in victims { #expect(cluster.waitForRestart(of: victim)) }
      // It announces itself, looks at its stores, and says that it is able: well within a heartbeat
      // and the silence after which its predecessor is given up.
      #expect(try Patience.wait(upTo: 4) { try scene.verify().code == "VALID" })
    }

    static let kinds = ["verification", "activation", "renewal", "admin", "gateway"]

    @Test(arguments: kinds)
    func `each kind of process stops in order under load and exits with 0`(kind: String) throws {
      let load = Load<String>(callers: 4) { index in
        let answer: HTTPAnswer? =
          switch index {
          case 0: try? scene.activate()
          case 1: try? scene.renew()
          case 2: try? cluster.operator.get(scene.licensePath)
          default: try? scene.verify()
          }
        guard let answer else { return "no answer" }
        return answer.status == 200 ? "200" : answer.code ?? "\(answer.status)"
      }
      #expect(load.waitForMore(50))
      let member = try cluster.member(kind)
      #expect(try cluster.exitStatusAfterTermination(of: member) == 0)
      #expect(cluster.waitForRestart(of: member))
      #expect(load.waitForMore(50))
      let outcomes = load.stop()
      let allowed: Set = ["200", "SERVICE_UNAVAILABLE", "no answer"]
      #expect(Set(outcomes.keys).isSubset(of: allowed), "\(outcomes)")
      if kind != "gateway" { #expect(outcomes["no answer"] == nil, "\(outcomes)") }
      if kind == "verification" {
        #expect(outcomes["SERVICE_UNAVAILABLE"] == nil, "\(outcomes)")
      }
    }

    @Test func `a captured request is a replay after every worker was started anew`() throws {
      let captured = [
        RequestSigner(token: scene.token).signed(HTTPRequest("POST", "/v1/verify", body: [])),
        scene.app.signer.signed(
          HTTPRequest(
            "POST", "/v1/renew",
            body: (["code": .text(scene.code), "device": scene.device.json] as Json).bytes)),
      ]
      for request in captured { #expect(try cluster.http.perform(request).status == 200) }
      let workers = cluster.members("verification") + cluster.members("renewal")
      for worker in workers { kill(worker.id, SIGKILL) }
      for worker in workers { #expect(cluster.waitForRestart(of: worker)) }
      #expect(
        try Patience.wait(upTo: 10) {
          try scene.verify().status == 200 && scene.renew().status == 200
        })
      for request in captured {
        #expect(try cluster.http.perform(request).code == "NONCE_REPLAYED")
      }
    }

    @Test func `sent is answered, refused, expired and lost together`() throws {
      let load = Load<String>(callers: 4) { _ in (try? scene.verify())?.code ?? "no answer" }
      #expect(load.waitForMore(100))
      let victim = try cluster.member("verification")
      kill(victim.id, SIGKILL)
      #expect(cluster.waitForRestart(of: victim))
      load.stop()
      let isBalanced = try Patience.wait(upTo: 20) {
        let metrics = try cluster.metrics()
        func total(_ what: String) -> Double {
          metrics.sum("countersign_requests_\(what)_total", #"service="verification""#)
        }
        let ended = ["answered", "refused", "expired", "lost"].map(total).reduce(0, +)
        return total("sent") >= 100 && total("sent") == ended
      }
      #expect(isBalanced)
    }
  }
}
