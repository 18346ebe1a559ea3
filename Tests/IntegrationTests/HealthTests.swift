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

  @Test func `what workers count is shown under whole names, the same for all services`() throws {
    for service in ["activation", "admin", "renewal", "verification"] {
      for store in ["redis", "postgres"] {
        let name = "countersign_worker_seconds_without_\(store)_total"
        let isShown = Patience.wait(upTo: 10) {
          ((try? cluster.metrics())?.count(name, #"service="\#(service)""#) ?? 0) > 0
        }
        #expect(isShown, "\(name) of \(service)")
      }
    }
    let names = try cluster.metrics().names.filter { $0.hasPrefix("countersign_worker_") }
    for name in [
      "activation_done", "deactivation_refused", "renewal_failed", "verification_seen_written",
      "admin_done", "log_rows_sealed", "bus_answered",
    ] { #expect(names.contains("countersign_worker_\(name)_total")) }
    #expect(!names.contains { $0.hasSuffix("_total_total") || $0.contains("worker_countersign") })
  }

  @Test func `no app or operator call is served at the operators' address`() throws {
    for target in ["/v1/config", "/admin/v1/apps"] {
      #expect(try cluster.ops.get(target).status == 404)
    }
  }
}
