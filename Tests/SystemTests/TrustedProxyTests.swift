import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// LIM-03: from the setting over the edge to the worker's windows.
  @Suite struct TrustedProxyTests {
    private static let proxy = "127.0.0.1"
    private static let stranger = "127.0.0.2"

    /// The code of an activation that came through `peer`, which says whom it was forwarded for.
    private func activate(
      _ scene: Scene, through peer: String, for forwarded: String
    ) throws -> String? {
      let body: Json = ["code": .text(scene.code), "device": Device.fresh().json]
      let request = HTTPRequest(
        "POST", "/v1/activate", headers: ["X-Forwarded-For": forwarded], body: body.bytes)
      let http = HTTPCaller(scene.cluster.http.endpoint, from: peer)
      return try scene.app.over(http).send(request, by: scene.app.signer).code
    }

    @Test func `a limit counts whom the trusted proxy vouches for, and nobody else's word`() throws
    {
      let cluster = try Cluster(
        ClusterOptions(environment: ["COUNTERSIGN_TRUSTED_PROXIES": "\(Self.proxy),10.0.0.0/8"]))
      let limits = Operator.noLimits.replacing("activate_address_per_minute", with: 1)
      func scene() throws -> Scene {
        try Scene(
          in: cluster, settings: ["rate_limits": limits], license: ["allow_devices": nil],
          over: HTTPCaller(cluster.http.endpoint, from: "127.0.0.77"))
      }
      func codes(through peer: String, _ forwarded: [String]) throws -> [String?] {
        let scene = try scene()
        return try forwarded.map { try activate(scene, through: peer, for: $0) }
      }
      let limited = "RATE_LIMITED"
      let written = (0..<3).map { "1.2.3.\($0), 9.9.9.9" }
      #expect(try codes(through: Self.proxy, written) == [nil, limited, limited])
      let others = ["9.9.9.1", "9.9.9.2, 10.1.2.3", "9.9.9.3:4711", "[2001:db8::1]:4711"]
      #expect(try codes(through: Self.proxy, others) == [nil, nil, nil, nil])
      let neighbours = ["2001:db8:1:1::1", "2001:db8:1:1:ffff::2", "2001:db8:1:2::1"]
      #expect(try codes(through: Self.proxy, neighbours) == [nil, limited, nil])
      #expect(try codes(through: Self.stranger, others) == [nil, limited, limited, limited])
    }
  }
}
