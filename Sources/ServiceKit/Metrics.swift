import Synchronization

/// The numbers that a process shows to Prometheus.
///
/// Asking for a series that exists gives that one, so callers need not pass them around; keep the
/// result rather than asking on a busy path. Names begin `countersign_`, counters end `_total`,
/// durations `_seconds`. Labels take few values: never an id of a licence, device or request.
public final class Metrics: Sendable {
  private enum Series {
    case counter(Counter)
    case gauge(Gauge)
    case histogram(Histogram)
  }

  private struct Family {
    let kind: MetricsPage.Kind
    let help: String
    var series: [MetricLabels: Series] = [:]
  }

  private struct State {
    var families: [String: Family] = [:]
    var sources: [@Sendable (inout MetricsPage) -> Void] = []
  }

  private let state = Mutex(State())

  public init() {}

  public func counter(_ name: String, help: String, labels: [(String, String)] = []) -> Counter {
    let series = find(name, .counter, help, labels) { .counter(Counter()) }
    guard case .counter(let counter) = series else { Metrics.refuse(name) }
    return counter
  }

  public func gauge(_ name: String, help: String, labels: [(String, String)] = []) -> Gauge {
    let series = find(name, .gauge, help, labels) { .gauge(Gauge()) }
    guard case .gauge(let gauge) = series else { Metrics.refuse(name) }
    return gauge
  }

  /// - Parameters:
  ///   - bounds: ascending upper bounds of the buckets, in the unit that is observed.
  ///   - scale: what observed numbers are divided by when shown.
  public func histogram(
    _ name: String, help: String, labels: [(String, String)] = [], bounds: [UInt64],
    scale: Double = 1
  ) -> Histogram {
    let series = find(name, .histogram, help, labels) {
      .histogram(Histogram(bounds: bounds, scale: scale))
    }
    guard case .histogram(let histogram) = series else { Metrics.refuse(name) }
    return histogram
  }

  /// A histogram of durations: observed in nanoseconds, shown in seconds.
  public func durations(_ name: String, help: String, labels: [(String, String)] = [])
    -> Histogram
  {
    histogram(
      name, help: help, labels: labels, bounds: Histogram.durationBounds, scale: 1_000_000_000)
  }

  /// Adds families that are counted elsewhere. `source` is called for each page, on its thread.
  public func addSource(_ source: @escaping @Sendable (inout MetricsPage) -> Void) {
    state.withLock { $0.sources.append(source) }
  }

  /// The page as Prometheus reads it, `text/plain; version=0.0.4`.
  public func render() -> String {
    var page = MetricsPage()
    let (families, sources) = state.withLock { ($0.families, $0.sources) }
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      page.family(name, family.kind, help: family.help)
      for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
        Metrics.write(series, labels, to: &page)
      }
    }
    for source in sources { source(&page) }
    return page.text
  }

  private static func write(_ series: Series, _ labels: MetricLabels, to page: inout MetricsPage) {
    switch series {
    case .counter(let counter): page.sample("\(counter.value)", labels: labels)
    case .gauge(let gauge): page.sample("\(gauge.value)", labels: labels)
    case .histogram(let histogram): page.sample(histogram, labels: labels)
    }
  }

  private func find(
    _ name: String, _ kind: MetricsPage.Kind, _ help: String, _ labels: [(String, String)],
    make: () -> Series
  ) -> Series {
    let labels = MetricLabels(labels)
    return state.withLock { state in
      var family = state.families[name] ?? Family(kind: kind, help: help)
      if let known = family.series[labels] { return known }
      precondition(family.kind == kind, "A metric has one kind under one name.")
      let made = make()
      family.series[labels] = made
      state.families[name] = family
      return made
    }
  }

  private static func refuse(_ name: String) -> Never {
    preconditionFailure("The metric \(name) exists with another kind.")
  }
}
