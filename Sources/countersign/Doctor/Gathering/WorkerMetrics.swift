/// The workers on a gateway's page of metrics.
enum WorkerMetrics {
  private static let family = "countersign_worker_able{"

  static func workers(_ page: String) -> [GatewayFacts.Worker] {
    page.split(separator: "\n").filter { $0.hasPrefix(family) }.compactMap(worker)
  }

  /// `countersign_worker_able{service="admin",instance="…"} 1`
  private static func worker(_ line: Substring) -> GatewayFacts.Worker? {
    guard let end = line.lastIndex(of: "}"),
      let service = label("service", line[..<end]), let instance = label("instance", line[..<end])
    else { return nil }
    let value = line[line.index(after: end)...].split(separator: " ").first
    return GatewayFacts.Worker(service: service, instance: instance, isAble: value == "1")
  }

  private static func label(_ name: String, _ text: Substring) -> String? {
    guard let start = text.firstRange(of: "\(name)=\"")?.upperBound,
      let end = text[start...].firstIndex(of: "\"")
    else { return nil }
    return String(text[start..<end])
  }
}
