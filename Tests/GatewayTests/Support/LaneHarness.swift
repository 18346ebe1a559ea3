import Glibc
import HTTPServer
import Instants
import ServiceKit
import TestSockets
import Testing

@testable import Gateway

/// A lane with a real HTTP server and a fake bus, turned by hand on the test's thread.
final class LaneHarness {
  let bus = FakeBus()
  let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
  let signals: LaneSignals
  let server: HTTPServer
  private let lane: Lane
  private let edge: Edge
  private var clients: [RawClient] = []

  init() throws {
    let address = try #require(ListenAddress(text: "127.0.0.1:0"))
    let configuration = GatewayConfiguration(listen: address, ops: address, busEndpoint: "ipc://x")
    let shared = GatewayShared(
      configuration: configuration, time: time, log: Logger(process: "t", sink: MemorySink()),
      metrics: Metrics(), board: LaneBoard(lanes: 1))
    let pages = LocalPages(
      bus: bus, time: time, keySet: nil, version: "", commit: "", metricsPage: { "" })
    let table = RouteTable(Route.publicAPI)
    edge = Edge(
      table, bus: bus, pages: pages, rules: EdgeRules(), time: time,
      meters: EdgeMeters(shared.metrics, table.routes), log: AccessLog(shared.log, table.routes))
    server = try HTTPServer(
      HTTPServerConfiguration(address: address, keptFields: ForwardedFields.kept), time: time,
      handler: edge)
    signals = try LaneSignals()
    lane = Lane(
      LaneParts(
        number: 0, bus: bus, edge: edge, server: server, operations: nil, signals: signals,
        reporter: LaneReporter()), shared)
  }

  /// A client whose request a worker has.
  func connect(sending request: String) -> RawClient {
    let client = RawClient(port: server.port)
    clients.append(client)
    client.send(request)
    let count = bus.submitted.count
    turn(until: { bus.submitted.count > count })
    return client
  }

  func turn(
    until condition: () -> Bool, _ location: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<1_000 {
      step()
      if condition() { return }
      var polled = pollfd(fd: server.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 10)
    }
    Issue.record("the condition did not come true", sourceLocation: location)
  }

  /// How long the lane would wait now.
  var waitMilliseconds: Int32 { lane.waitMilliseconds }

  /// Turns for as long as the lane would not wait.
  func turnWhileBusy(_ location: SourceLocation = #_sourceLocation) {
    for _ in 0..<100 where lane.waitMilliseconds == 0 { lane.turn() }
    #expect(lane.waitMilliseconds > 0, sourceLocation: location)
  }

  /// Waits for what was sent to a client, without a turn of the lane.
  func receive(at client: RawClient) {
    var polled = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&polled, 1, 5_000)
    client.receive()
  }

  /// Runs the lane's own loop to its end.
  func run() {
    lane.run()
    clients.forEach { $0.receive() }
  }

  private func step() {
    lane.turn()
    clients.forEach { $0.receive() }
  }
}
