import HTTPServer
import Instants
import MessageBus
import ServiceKit

@testable import Gateway

/// An edge with a fake bus and without a server: requests go in, answers are kept.
final class Desk {
  let bus = FakeBus()
  let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
  let sink = MemorySink()
  let metrics = Metrics()
  let edge: Edge
  private(set) var answers: [HTTPResponse] = []

  init(rules: EdgeRules = EdgeRules(), keySet: KeySetFile? = nil, routes: [Route] = Route.publicAPI)
  {
    let table = RouteTable(routes)
    let metrics = metrics
    let pages = LocalPages(
      bus: bus, time: time, keySet: keySet, version: "1.2.3", commit: "abc",
      metricsPage: { metrics.render() })
    edge = Edge(
      table, bus: bus, pages: pages, rules: rules, time: time,
      meters: EdgeMeters(metrics, routes),
      log: AccessLog(Logger(process: "gateway", time: time, sink: sink), routes))
    edge.answer = { [unowned self] _, response in answers.append(response) }
  }

  /// As the server would: the plan first, then the handler. `nil` when a worker has it.
  func send(
    _ method: HTTPMethod, _ target: String, fields: [(String, String)] = [], body: String = "",
    peer: String = "192.0.2.1", exchange: HTTPExchangeID = HTTPExchangeID(slot: 0, generation: 0)
  ) -> HTTPResponse? {
    var request = HTTPRequest(
      method: method, target: Array(target.utf8),
      fields: fields.map { HTTPField(name: $0.0, value: Array($0.1.utf8)) },
      peer: IPAddress(text: peer), receivedAt: time.monotonic())
    switch edge.plan(for: request) {
    case .drop(let answer): return answer
    case .read(_, let tag):
      request.tag = tag
      request.body = Array(body.utf8)
      return edge.handle(request, exchange)
    }
  }

  /// What the bus brings, as answers.
  func turn() -> [HTTPResponse] {
    answers = []
    edge.turnBus()
    return answers
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
