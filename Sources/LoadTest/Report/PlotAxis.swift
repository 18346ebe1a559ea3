extension PlotPanel.Axis {
  /// From 0 to a round number above `highest`, with about five marks.
  static func linear(_ label: String, upTo highest: Double) -> Self {
    let step = roundStep(max(highest, 1e-3) / 5)
    let count = Int((max(highest, 1e-3) / step).rounded(.up))
    let decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 3
    let marks = (0...count).map { number in
      let value = Double(number) * step
      return (value, Decimal.text(value, decimals: decimals))
    }
    return Self(label: label, range: 0...(Double(count) * step), marks: marks)
  }

  /// Nines of a percentile: 0 is the 0th, 1 the 90th, 2 the 99th.
  static func nines(_ count: Int) -> Self {
    let names = ["0 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %"]
    let last = max(1, min(count, names.count - 1))
    return Self(
      label: "percentile", range: 0...Double(last),
      marks: (0...last).map { (Double($0), names[$0]) })
  }

  /// 1, 2 or 5 times a power of ten, not below `least`.
  private static func roundStep(_ least: Double) -> Double {
    var power = 1e-3
    while power * 10 <= least { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
  }
}
