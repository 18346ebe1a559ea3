import TestClient
import TestCluster
import Testing

/// The paths that are neither an app's nor an operator's.
@Suite struct HealthTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  @Test func `the gateway is alive and ready`() throws {
    #expect(try cluster.http.get("/healthz").status == 200)
    let ready = try cluster.http.get("/readyz")
    #expect(ready.status == 200)
    #expect(ready.json["ready"] == true)
  }

  @Test func `operators have an address of their own`() throws {
    #expect(try cluster.ops.get("/healthz").status == 200)
    #expect(try cluster.ops.get("/readyz").status == 200)
    let version = try cluster.ops.get("/version")
    #expect(version.json.names == ["commit", "version"])
    let metrics = try cluster.ops.get("/metrics")
    #expect(metrics.status == 200)
    #expect(metrics.mediaType == "text/plain")
  }

  @Test func `no app or operator call is served at the operators' address`() throws {
    for target in ["/v1/config", "/admin/v1/apps"] {
      #expect(try cluster.ops.get(target).status == 404)
    }
  }
}
