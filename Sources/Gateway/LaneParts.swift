import HTTPServer
import Instants
import MessageBus
import ServiceKit

/// Puts a lane together, on the lane's own thread.
struct LaneParts {
  let number: Int
  let bus: any RequestBus
  let edge: Edge
  let server: HTTPServer
  let operations: Operations?
  let signals: LaneSignals
  let reporter: LaneReporter

  /// - Parameter listen: for lanes after the first the port that the first was given.
  static func make(
    _ number: Int, listen: ListenAddress, _ signals: LaneSignals, _ shared: GatewayShared
  ) throws -> LaneParts {
    let bus = try makeBus(number, shared)
    let reporter = LaneReporter()
    let pages = makePages(bus, reporter, shared)
    let edge = makeEdge(bus, pages, shared)
    let server = try HTTPServer(
      serverConfiguration(listen, shared), time: shared.time, handler: edge)
    return LaneParts(
      number: number, bus: bus, edge: edge, server: server,
      operations: number == 0 ? try Operations(bus, pages, shared) : nil, signals: signals,
      reporter: reporter)
  }

  private static func makeBus(_ number: Int, _ shared: GatewayShared) throws -> GatewayBus {
    guard let endpoint = BusEndpoint.lane(number, of: shared.configuration.busEndpoint) else {
      throw GatewayError.noBusEndpoint(lane: number)
    }
    let limits = ServiceName.allCases.map {
      ServiceLimit(name: $0.rawValue, inFlightCap: shared.configuration.inFlightLimit)
    }
    return try GatewayBus(
      endpoint: endpoint, services: limits, time: shared.time, log: shared.log, door: shared.door)
  }

  private static func makePages(
    _ bus: any RequestBus, _ reporter: LaneReporter, _ shared: GatewayShared
  ) -> LocalPages {
    let configuration = shared.configuration
    return LocalPages(
      bus: bus, time: shared.time,
      keySet: configuration.keySetPath.map { KeySetFile(path: $0, log: shared.log) },
      version: configuration.version, commit: configuration.commit,
      metricsPage: {
        reporter.report()
        return shared.metrics.render()
      })
  }

  private static func makeEdge(
    _ bus: any RequestBus, _ pages: LocalPages, _ shared: GatewayShared
  ) -> Edge {
    let table = RouteTable(Route.publicAPI)
    let rules = EdgeRules(
      requestTimeoutMilliseconds: shared.configuration.requestTimeoutMilliseconds,
      trustedProxies: shared.configuration.trustedProxies)
    return Edge(
      table, bus: bus, pages: pages, rules: rules, time: shared.time,
      meters: EdgeMeters(shared.metrics, table.routes), log: AccessLog(shared.log, table.routes))
  }

  private static func serverConfiguration(
    _ listen: ListenAddress, _ shared: GatewayShared
  ) -> HTTPServerConfiguration {
    var limits = HTTPLimits()
    limits.connections = shared.configuration.connectionLimit
    limits.headMilliseconds = shared.configuration.headMilliseconds
    limits.bodyMilliseconds = shared.configuration.bodyMilliseconds
    limits.idleMilliseconds = shared.configuration.idleMilliseconds
    var configuration = HTTPServerConfiguration(
      address: listen, keptFields: ForwardedFields.kept, limits: limits,
      sharesPort: shared.configuration.lanes > 1)
    configuration.tls = shared.tls
    return configuration
  }
}

/// Lets the metrics page ask the lane that serves it for fresh numbers.
final class LaneReporter {
  var report: () -> Void = {}
}
