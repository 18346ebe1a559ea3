/// Writes the text format of Prometheus (version 0.0.4): family by family, then samples.
public struct MetricsPage {
  public enum Kind: String, Sendable {
    case counter
    case gauge
    case histogram
  }

  public private(set) var text = ""
  private var name = ""

  public init() {}

  /// Begins a family; all its samples follow before the next one begins.
  public mutating func family(_ name: String, _ kind: Kind, help: String) {
    self.name = name
    let oneLine = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    text += "# HELP \(name) \(oneLine)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  public mutating func sample(_ value: UInt64, labels: [(String, String)] = []) {
    line(name, MetricLabels(labels).text, "\(value)")
  }

  public mutating func sample(_ value: Int64, labels: [(String, String)] = []) {
    line(name, MetricLabels(labels).text, "\(value)")
  }

  public mutating func sample(_ value: Double, labels: [(String, String)] = []) {
    line(name, MetricLabels(labels).text, MetricsPage.number(value))
  }

  mutating func sample(_ value: String, labels: MetricLabels) {
    line(name, labels.text, value)
  }

  mutating func sample(_ histogram: Histogram, labels: MetricLabels) {
    let reading = histogram.reading
    var running: UInt64 = 0
    for (index, count) in reading.counts.enumerated() {
      running += count
      let bound =
        index < histogram.bounds.count
        ? MetricsPage.number(Double(histogram.bounds[index]) / histogram.scale) : "+Inf"
      line(name + "_bucket", labels.adding("le", bound), "\(running)")
    }
    let sum = MetricsPage.number(Double(reading.sum) / histogram.scale)
    line(name + "_sum", labels.text, sum)
    line(name + "_count", labels.text, "\(running)")
  }

  private mutating func line(_ name: String, _ labels: String, _ value: String) {
    text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
  }

  private static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
