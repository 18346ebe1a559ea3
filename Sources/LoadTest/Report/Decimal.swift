/// Numbers as text with a fixed count of decimals, and nothing of a locale.
enum Decimal {
  /// - Parameter decimals: 0 to 9.
  static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "0" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((abs(value) * scale).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let whole = scaled / Int64(scale)
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = String(scaled % Int64(scale))
    let zeros = String(repeating: "0", count: decimals - digits.utf8.count)
    return "\(sign)\(whole).\(zeros)\(digits)"
  }

  static func milliseconds(_ nanoseconds: Int64) -> String {
    text(Double(nanoseconds) / 1e6, decimals: 3)
  }
}
