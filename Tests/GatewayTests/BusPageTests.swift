import ServiceKit
import Testing

@testable import Gateway

@Suite struct BusPageTests {
  private static func worker(_ instance: String, _ done: UInt64) -> WorkerStatus {
    WorkerStatus(
      service: "verification", instance: instance, inFlight: 2, oldestMilliseconds: 5, isAble: true,
      counters: ["verified": done, "bad name}": 1],
      clockOffsets: ["redis": -12, "postgres": 3_600_000])
  }

  @Test func `workers are shown once, however many lanes know them`() {
    let lanes = [
      LaneReport(workers: [Self.worker("a", 10), Self.worker("b", 1)], connections: 3, waiting: 2),
      LaneReport(workers: [Self.worker("a", 12)], connections: 4, waiting: 0),
    ]
    var page = MetricsPage()
    BusPage(lanes).write(to: &page)
    for line in [
      "countersign_http_connections{lane=\"0\"} 3", "countersign_http_connections{lane=\"1\"} 4",
      "countersign_worker_verified_total{service=\"verification\",instance=\"a\"} 12",
      "countersign_worker_verified_total{service=\"verification\",instance=\"b\"} 1",
      "countersign_worker_in_flight{service=\"verification\",instance=\"a\"} 4",
      "countersign_clock_offset_seconds{service=\"verification\",instance=\"a\",store=\"redis\"} "
        + "-0.012",
      "countersign_clock_offset_seconds{service=\"verification\",instance=\"b\","
        + "store=\"postgres\"} 3600",
      "countersign_worker_able{service=\"verification\",instance=\"a\"} 1",
    ] { #expect(page.text.contains(line + "\n")) }
    #expect(!page.text.contains("bad name"))
  }

  @Test func `what became of requests is shown by service`() {
    var page = MetricsPage()
    BusPage([LaneReport(counts: ["admin": .init()])]).write(to: &page)
    for name in ["sent", "answered", "refused", "expired", "lost"] {
      #expect(page.text.contains("countersign_requests_\(name)_total{service=\"admin\"} 0\n"))
    }
  }
}
