import ServiceKit
import Testing

struct MetricsTests {
  private let metrics = Metrics()

  @Test func `a counter and a gauge are shown with help, type and labels`() {
    metrics.counter("countersign_requests_sent_total", help: "Sent.", labels: [("service", "a\"b")])
      .add(3)
    metrics.gauge("countersign_connections", help: "Open now.").set(-2)
    #expect(
      metrics.render() == """
        # HELP countersign_connections Open now.
        # TYPE countersign_connections gauge
        countersign_connections -2
        # HELP countersign_requests_sent_total Sent.
        # TYPE countersign_requests_sent_total counter
        countersign_requests_sent_total{service="a\\"b"} 3

        """)
  }

  @Test func `the same name and labels are the same series`() {
    metrics.counter("countersign_x_total", help: "X.", labels: [("k", "1")]).add()
    metrics.counter("countersign_x_total", help: "X.", labels: [("k", "1")]).add()
    metrics.counter("countersign_x_total", help: "X.", labels: [("k", "2")]).add()
    let text = metrics.render()
    #expect(text.contains("{k=\"1\"} 2\n") && text.contains("{k=\"2\"} 1\n"))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }.count == 1)
  }

  @Test func `a histogram's buckets add up and end with all`() {
    let sizes = metrics.histogram("countersign_batch_size", help: "Sizes.", bounds: [1, 4, 16])
    for size in [1, 2, 4, 5, 17, 100] as [UInt64] { sizes.observe(size) }
    #expect(
      metrics.render().split(separator: "\n").dropFirst(2).map(String.init) == [
        "countersign_batch_size_bucket{le=\"1\"} 1",
        "countersign_batch_size_bucket{le=\"4\"} 3",
        "countersign_batch_size_bucket{le=\"16\"} 4",
        "countersign_batch_size_bucket{le=\"+Inf\"} 6",
        "countersign_batch_size_sum 129",
        "countersign_batch_size_count 6",
      ])
  }

  @Test func `durations are observed in nanoseconds and shown in seconds`() {
    let durations = metrics.durations("countersign_request_seconds", help: "How long.")
    durations.observe(nanoseconds: 2_000_000)
    durations.observe(nanoseconds: -5)
    let text = metrics.render()
    #expect(text.contains("_bucket{le=\"0.0025\"} 2\n"))
    #expect(text.contains("_sum 0.002\n"))
  }

  @Test func `other counts join the page`() {
    metrics.addSource { page in
      page.family("countersign_workers", .gauge, help: "Able.")
      page.sample(UInt64(2), labels: [("service", "renewal")])
    }
    #expect(metrics.render().hasSuffix("countersign_workers{service=\"renewal\"} 2\n"))
  }
}
