extension LoadReport {
  private static let left = 80.0
  private static let tops = [70.0, 380.0, 690.0]
  private static let pointsPerNine = 20

  /// Latency over percentile, answers over time and their 99th percentile, as SVG.
  public var svg: String {
    let title =
      "\(plan.mix.kinds.map(\.name).joined(separator: ", ")): "
      + "\(Decimal.text(rate, decimals: 0)) answers/s over \(plan.connections) connections"
    return """
      <svg xmlns='http://www.w3.org/2000/svg' width='960' height='990' \
      font-family='sans-serif' viewBox='0 0 960 990'>
      <rect width='960' height='990' fill='white'/>
      \(PlotPanel.text(Self.left, 28, title, size: 17, anchor: "start"))\
      \(latencyPanel)\(ratePanel)\(slowestPanel)</svg>

      """
  }

  private var latencyPanel: String {
    let count = Double(max(tally.latencies.count, 10))
    var nines = 1
    var limit = 10.0
    while limit * 10 <= count, nines < 6 { (nines, limit) = (nines + 1, limit * 10) }
    let points = (0...(nines * Self.pointsPerNine)).map { step in
      let x = Double(step) / Double(Self.pointsPerNine)
      return (x: x, y: milliseconds(tally.latencies, 1 - Self.tenth(x)))
    }
    return panel(
      0, "Latency", .nines(nines),
      .linear("milliseconds", upTo: points.map(\.y).max() ?? 0), points, "#0a58ca")
  }

  private var ratePanel: String {
    let interval = Double(tally.timeline.intervalSeconds)
    let points = overTime { Double($0.count) / interval }
    return panel(
      1, "Answers", seconds(points), .linear("a second", upTo: points.map(\.y).max() ?? 0), points,
      "#2b8a3e")
  }

  private var slowestPanel: String {
    let points = overTime { milliseconds($0, 0.99) }
    return panel(
      2, "99th percentile of each second", seconds(points),
      .linear("milliseconds", upTo: points.map(\.y).max() ?? 0), points, "#c92a2a")
  }

  private func panel(
    _ place: Int, _ title: String, _ x: PlotPanel.Axis, _ y: PlotPanel.Axis,
    _ points: [(x: Double, y: Double)], _ colour: String
  ) -> String {
    let panel = PlotPanel(left: Self.left, top: Self.tops[place], title: title, x: x, y: y)
    return panel.frame + panel.curve(points, colour: colour)
  }

  private func overTime(_ value: (LatencyHistogram) -> Double) -> [(x: Double, y: Double)] {
    let interval = tally.timeline.intervalSeconds
    return tally.timeline.intervals.enumerated().map { (Double($0 * interval), value($1)) }
  }

  private func seconds(_ points: [(x: Double, y: Double)]) -> PlotPanel.Axis {
    .linear("seconds", upTo: points.last?.x ?? 1)
  }

  private func milliseconds(_ latencies: LatencyHistogram, _ rank: Double) -> Double {
    Double(latencies.value(atRank: rank)) / 1e6
  }

  /// 10 to the power of `-x`, by parts of a step, for want of a power function without libm.
  private static func tenth(_ x: Double) -> Double {
    let step = 0.891_250_938_133_745_5  // 10 ^ (-1 / 20)
    return (0..<Int((x * Double(pointsPerNine)).rounded())).reduce(1.0) { value, _ in value * step }
  }
}
