import TestClient

/// Prometheus text of the operators' address, as numbers.
public struct Metrics: Sendable {
  private let samples: [(name: String, labels: String, value: Double)]

  public init(text: String) {
    samples = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      guard let space = line.lastIndex(of: " "),
        let value = Double(line[line.index(after: space)...])
      else { return nil }
      let series = line[..<space]
      let brace = series.firstIndex(of: "{") ?? series.endIndex
      return (String(series[..<brace]), String(series[brace...]), value)
    }
  }

  /// The sum of all series of that name whose labels hold every text of `labels`.
  public func sum(_ name: String, _ labels: String...) -> Double {
    samples.filter { sample in
      sample.name == name && labels.allSatisfy(sample.labels.contains)
    }.reduce(0) { $0 + $1.value }
  }

  public func count(_ name: String, _ labels: String...) -> Int {
    samples.filter { sample in
      sample.name == name && labels.allSatisfy(sample.labels.contains)
    }.count
  }

  public var names: Set<String> { Set(samples.map(\.name)) }
}

extension Cluster {
  public func metrics() throws -> Metrics { Metrics(text: try ops.get("/metrics").text) }
}
