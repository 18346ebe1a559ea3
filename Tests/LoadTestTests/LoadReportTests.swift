import JSON
import Testing

@testable import LoadTest

@Suite struct LoadReportTests {
  private func report() -> LoadReport {
    var plan = LoadPlan(url: "http://127.0.0.1:1")
    plan.mix = Mix(text: "verify=9,renew=1") ?? .verify
    plan.durationSeconds = 2
    var tally = Tally(plan.mix, durationSeconds: 2)
    for number in 1...1000 {
      tally.recordGood(.verify, latency: Int64(number) * 1_000_000, at: 500_000_000)
      tally.statuses[200] += 1
    }
    tally.recordGood(.renew, latency: 3_000_000, at: 1_500_000_000)
    tally.recordError(.renew, "503 SERVICE_UNAVAILABLE", example: "a \"quoted\" example")
    tally.measured = 2_000_000_000
    tally.cpu = 10_000_000
    return LoadReport(plan: plan, tally: tally, keySetWasChecked: true)
  }

  @Test func `the JSON has what tools look for at its top`() throws {
    let json = try JSON.parse(Array(report().json.utf8))
    #expect(json["rps"]?.number?.double == 500.5)
    #expect(json["errors"]?.int64 == 1)
    let latency = try #require(json["latency_ms"]?.object)
    #expect(
      latency.members.map(\.name)
        == ["p50", "p75", "p90", "p95", "p99", "p99_9", "p99_99", "max", "mean"])
    let median = try #require(latency["p50"]?.number?.double)
    #expect(abs(median - 500) < 1.5)
    #expect(latency["max"]?.number?.double == 1000)
  }

  @Test func `the JSON tells kinds, reasons, checks and seconds apart`() throws {
    let json = try JSON.parse(Array(report().json.utf8))
    #expect(json["kinds"]?["verify"]?["answered"]?.int64 == 1000)
    #expect(json["kinds"]?["renew"]?["errors"]?.int64 == 1)
    #expect(json["statuses"]?["200"]?.int64 == 1000)
    let reason = try #require(json["errors_by_reason"]?.array?.first)
    #expect(reason["reason"]?.string == "503 SERVICE_UNAVAILABLE")
    #expect(reason["example"]?.string == "a \"quoted\" example")
    #expect(json["checks"]?["failed"]?.int64 == 0)
    #expect(json["tester"]?["cpu_us_per_request"]?.number?.double == 10)
    let timeline = try #require(json["timeline"]?.array)
    #expect(timeline.map { $0["rps"]?.number?.double } == [1000, 1])
  }

  @Test func `the plot is drawn whatever there is to draw`() {
    let empty = LoadReport(
      plan: LoadPlan(url: ""), tally: Tally(.verify, durationSeconds: 1), keySetWasChecked: false)
    for svg in [report().svg, empty.svg] {
      #expect(svg.hasPrefix("<svg "))
      #expect(svg.split(separator: "<polyline").count == 4)
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
  }

  @Test(arguments: [
    (0.0, 3, "0.000"), (1.0005, 3, "1.001"), (-2.5, 1, "-2.5"), (12345.678, 0, "12346"),
    (0.049, 1, "0.0"), (-0.01, 1, "0.0"), (.infinity, 2, "0"),
  ])
  func `decimals are written plainly`(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(Decimal.text(value, decimals: decimals) == text)
  }

  @Test func `reasons are bounded`() {
    var errors = ErrorTally()
    for number in 0..<200 { errors.add("reason \(number)", example: "") }
    #expect(errors.entries.count <= ErrorTally.reasonLimit + 1)
    #expect(errors.entries.values.reduce(0) { $0 + $1.count } == 200)
  }
}
