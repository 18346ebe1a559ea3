import HTTPServer
import Instants
import ServiceKit

/// One line for each answer: the route, never the path, which may hold a device id or a code; no header, no query.
struct AccessLog {
  private let lines: LogBuffer
  private let routes: [Route]

  init(_ log: Logger, _ routes: [Route]) {
    lines = LogBuffer(log)
    self.routes = routes
  }

  func write(_ arrival: Arrival, _ response: HTTPResponse, at now: MonotonicTime) {
    if isProbe(arrival, response) { return }
    lines.info(
      "A request was answered.",
      [
        LogField("request_id", arrival.idText),
        LogField("method", arrival.method.name),
        LogField("route", arrival.route.map { routes[$0].pattern } ?? ""),
        LogField("status", response.status),
        LogField("address", arrival.clientText),
        LogField("request_bytes", arrival.bodyBytes),
        LogField("response_bytes", response.body.count),
        LogField("microseconds", (now.nanoseconds - arrival.receivedAt.nanoseconds) / 1_000),
      ])
  }

  /// One write for all lines of a turn.
  func flush() { lines.flush() }

  /// Health checks that went well tell nothing and come without end.
  private func isProbe(_ arrival: Arrival, _ response: HTTPResponse) -> Bool {
    guard let route = arrival.route, response.status == 200 else { return false }
    return switch routes[route].destination {
    case .alive, .ready, .metrics: true
    case .service, .keySet, .openAPI, .version: false
    }
  }
}
