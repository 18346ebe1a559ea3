import HTTPServer
import Instants
import ServiceKit

/// The numbers of one listener, shared by its lanes. The caches belong to one thread.
final class EdgeMeters {
  private let metrics: Metrics
  private let routes: [Route]
  private var durations: [Histogram?]
  private var counters: [Int: Counter] = [:]

  init(_ metrics: Metrics, _ routes: [Route]) {
    self.metrics = metrics
    self.routes = routes
    durations = Array(repeating: nil, count: routes.count)
  }

  func count(_ arrival: Arrival, status: Int, at now: MonotonicTime) {
    counter(arrival.route, status).add()
    guard let route = arrival.route else { return }
    duration(route).observe(nanoseconds: now.nanoseconds - arrival.receivedAt.nanoseconds)
  }

  private func counter(_ route: Int?, _ status: Int) -> Counter {
    let key = (route ?? -1) * 1_000 + status
    if let known = counters[key] { return known }
    let made = metrics.counter(
      "countersign_http_requests_total", help: "Requests answered, by route and status.",
      labels: [("route", route.map { routes[$0].pattern } ?? ""), ("status", "\(status)")])
    counters[key] = made
    return made
  }

  private func duration(_ route: Int) -> Histogram {
    if let known = durations[route] { return known }
    let made = metrics.durations(
      "countersign_http_request_duration_seconds",
      help: "From a request's head to its answer, by route.",
      labels: [("route", routes[route].pattern)])
    durations[route] = made
    return made
  }
}
