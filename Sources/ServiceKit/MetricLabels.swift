/// The labels of one series, already written as Prometheus wants them.
struct MetricLabels: Hashable, Comparable, Sendable {
  /// `service="admin",lane="0"`, or nothing.
  let text: String

  init(_ labels: [(String, String)]) {
    text = labels.map { "\($0)=\"\(MetricLabels.escaped($1))\"" }.joined(separator: ",")
  }

  /// The same labels with one more at the end.
  func adding(_ name: String, _ value: String) -> String {
    (text.isEmpty ? "" : text + ",") + "\(name)=\"\(MetricLabels.escaped(value))\""
  }

  static func < (left: MetricLabels, right: MetricLabels) -> Bool {
    left.text < right.text
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
