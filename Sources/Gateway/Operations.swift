import HTTPServer
import Instants
import ServiceKit

/// The operators' address: metrics, version, health. Served by the first lane.
final class Operations {
  private static let connectionLimit = 100

  let server: HTTPServer
  private let edge: Edge

  init(_ bus: any RequestBus, _ pages: LocalPages, _ shared: GatewayShared) throws(HTTPServerError)
  {
    let table = RouteTable(Route.operations)
    edge = Edge(
      table, bus: bus, pages: pages, rules: EdgeRules(), time: shared.time,
      meters: EdgeMeters(Metrics(), table.routes), log: AccessLog(shared.log, table.routes))
    var limits = HTTPLimits()
    limits.connections = Self.connectionLimit
    server = try HTTPServer(
      HTTPServerConfiguration(address: shared.configuration.ops, limits: limits),
      time: shared.time, handler: edge)
  }

  func turn() {
    server.turn()
    edge.flushLog()
  }
}
