import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// After an admin's answer with `in_effect: true` no node says VALID (TOK-01 to TOK-03).
  @Suite struct RevocationTests {
    static let rounds = 1000
    /// Enough at once that the gateway gives every verification process some.
    static let askers = 6

    let cluster: Cluster
    let scene: Scene

    init() throws {
      cluster = try Cluster(ClusterOptions(counts: ["verification": 3]))
      scene = try Scene(in: cluster)
    }

    /// Verdicts of calls that all begin now.
    func verdicts(_ scene: Scene) throws -> [String] {
      try Parallel.map(Self.askers) { _ in try scene.verify().code ?? "none" }
    }

    /// Does it, waits until it is in effect, and gives the time it took to be so.
    func inEffect(_ scene: Scene, _ change: () throws -> Json) throws {
      if try change()["in_effect"] != true {
        #expect(try scene.waitUntilInEffect())
      }
    }

    func disableRound(_ scene: Scene) throws {
      try inEffect(scene) { try scene.operate("disable") }
      let refused = try verdicts(scene)
      #expect(refused.allSatisfy { $0 == "LICENSE_DISABLED" }, "\(refused)")
      try inEffect(scene) { try scene.operate("enable") }
      let granted = try verdicts(scene)
      #expect(granted.allSatisfy { $0 == "VALID" }, "\(granted)")
    }

    @Test func `a disabled licence is refused everywhere at once, a thousand times`() throws {
      for _ in 0..<Self.rounds { try disableRound(scene) }
    }

    @Test func `an unbound device is refused everywhere at once, a thousand times`() throws {
      var token = scene.token
      for _ in 0..<Self.rounds {
        let held = token
        let path = "\(scene.licensePath)/devices/\(scene.device.id)"
        try inEffect(scene) { try cluster.operator.ok(try cluster.operator.delete(path)) }
        let refused = try Parallel.map(Self.askers) { _ in
          try scene.app.verify(held, scene.device).code ?? "none"
        }
        #expect(refused.allSatisfy { $0 == "DEVICE_UNBOUND" }, "\(refused)")
        token = try scene.activate().json["token"]["access_token"].string ?? ""
        #expect(try scene.app.verify(token, scene.device).code == "VALID")
      }
    }

    @Test func `it holds while caches fill, and renewals and activations are in flight`() throws {
      let busy = try Scene(in: cluster, license: ["allow_devices": nil])
      // Another device than the one that verifies: a token that is replaced twice is none.
      let mover = Device.fresh()
      #expect(try busy.app.activate(busy.code, mover).status == 200)
      let load = Load<String>(callers: 3) { index in
        let outcome: HTTPAnswer? =
          switch index {
          case 0: try? busy.renew(mover)
          case 1: try? busy.app.activate(busy.code, mover)
          default: try? busy.app.activate(busy.code, .fresh())
          }
        return outcome?.code ?? outcome.map { String($0.status) } ?? "no answer"
      }
      #expect(load.waitForMore(20))
      for round in 0..<200 {
        if round.isMultiple(of: 2) {
          try cluster.forgetLicenses()
          try cluster.forgetBindings()
        }
        try inEffect(busy) { try busy.operate("disable") }
        let refused = try verdicts(busy)
        #expect(refused.allSatisfy { $0 == "LICENSE_DISABLED" }, "\(refused)")
        try inEffect(busy) { try busy.operate("enable") }
      }
      let outcomes = load.stop()
      #expect(Set(outcomes.keys).isSubset(of: ["200", "LICENSE_DISABLED"]), "\(outcomes)")
    }

    @Test func `it holds when Redis is emptied in the middle`() throws {
      for round in 0..<40 {
        if round.isMultiple(of: 10) {
          try cluster.redis().call("FLUSHALL")
        }
        try disableRound(scene)
      }
    }

    @Test func `it holds while Redis is emptied under load`() throws {
      let load = Load<String>(callers: 3) { _ in (try? scene.verify())?.code ?? "no answer" }
      #expect(load.waitForMore(20))
      for _ in 0..<5 {
        try inEffect(scene) { try scene.operate("disable") }
        try cluster.redis().call("FLUSHALL")
        for _ in 0..<20 {
          let refused = try verdicts(scene)
          #expect(refused.allSatisfy { $0 == "LICENSE_DISABLED" }, "\(refused)")
        }
        try inEffect(scene) { try scene.operate("enable") }
      }
      let outcomes = load.stop()
      #expect(Set(outcomes.keys).isSubset(of: ["VALID", "LICENSE_DISABLED"]), "\(outcomes)")
    }

    @Test func `a Redis that comes back with an old dump revives nothing`() throws {
      let other = try Scene(in: cluster)
      for scene in [scene, other] { #expect(try scene.verify().code == "VALID") }
      try RedisDump.save(cluster)
      try inEffect(scene) { try scene.operate("disable") }
      let path = "\(other.licensePath)/devices/\(other.device.id)"
      try inEffect(other) { try cluster.operator.ok(try cluster.operator.delete(path)) }
      #expect(try scene.verify().code == "LICENSE_DISABLED")
      let load = Load<String>(callers: 2) { _ in (try? scene.verify())?.code ?? "no answer" }
      #expect(load.waitForMore(20))
      try RedisDump.restart(cluster)
      #expect(load.waitForMore(200))
      #expect(Set(load.stop().keys).isSubset(of: ["LICENSE_DISABLED"]))
      for _ in 0..<50 {
        #expect(try verdicts(scene).allSatisfy { $0 == "LICENSE_DISABLED" })
        #expect(try verdicts(other).allSatisfy { $0 == "DEVICE_UNBOUND" })
      }
    }

    @Test func `an edit of a disabled licence grants nothing`() throws {
      try inEffect(scene) { try scene.operate("disable") }
      try inEffect(scene) { try scene.patch(["allow_devices": 99, "features": ["x": 1]]) }
      #expect(try verdicts(scene).allSatisfy { $0 == "LICENSE_DISABLED" })
      #expect(try scene.activate().code == "LICENSE_DISABLED")
      #expect(try scene.renew().code == "LICENSE_DISABLED")
    }
  }
}
