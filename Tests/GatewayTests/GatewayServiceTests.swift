import Foundation
import Glibc
import HTTPServer
import Instants
import MessageBus
import ServiceKit
import TestSockets
import Testing

@testable import Gateway

/// The whole gateway with its threads, its sockets and workers behind a real bus.
@Suite struct GatewayServiceTests {
  private let folder: String
  private let log = Logger(process: "t", sink: MemorySink())
  private let time = SystemTimeSource()

  init() throws {
    folder = "/tmp/countersign-gateway-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  private func gateway(lanes: Int, port: UInt16 = 0) throws -> GatewayService {
    let host = try #require(IPAddress(text: "127.0.0.1"))
    var configuration = GatewayConfiguration(
      listen: ListenAddress(host: host, port: port), ops: ListenAddress(host: host, port: 0),
      busEndpoint: "ipc://\(folder)/bus")
    configuration.lanes = lanes
    return GatewayService(configuration, time: time, log: log)
  }

  private func worker(_ service: String, lanes: Int) -> Worker {
    let endpoints = (0..<lanes).compactMap { BusEndpoint.lane($0, of: "ipc://\(folder)/bus") }
    return Worker(
      WorkerConfiguration(service: service, gateways: endpoints), time: time, log: log,
      makeHandler: { _ in EchoWorker() })
  }

  private func stop(_ services: [any Service]) {
    for service in services.reversed() {
      service.beginStop()
      #expect(service.waitUntilStopped(until: time.monotonic() + 10_000))
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// One request on a connection of its own; waits at most ten seconds for the answer.
  private func ask(_ address: ListenAddress?, _ request: String) throws -> RawResponse? {
    let client = RawClient(port: try #require(address).port)
    client.send(request)
    for _ in 0..<1_000 {
      client.receive()
      if let response = client.responses().first { return response }
      var polled = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 10)
    }
    return nil
  }

  private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  private func waitUntilReady(_ gateway: GatewayService) throws {
    // Each connection may meet another lane, and each lane has workers of its own.
    var streak = 0
    for _ in 0..<5_000 where streak < 20 {
      let status = try ask(gateway.listening, get("/readyz"))?.status
      streak = status == 200 ? streak + 1 : 0
      if status != 200 { poll(nil, 0, 2) }
    }
    #expect(streak == 20)
  }

  @Test(arguments: [1, 2])
  func `requests go through the bus to workers and back`(lanes: Int) throws {
    let gateway = try gateway(lanes: lanes)
    try gateway.start()
    #expect(try ask(gateway.listening, get("/readyz"))?.status == 503)
    let workers = ServiceName.allCases.map { worker($0.rawValue, lanes: lanes) }
    for worker in workers { try worker.start() }
    try waitUntilReady(gateway)
    for number in 0..<20 {
      let body = "{\"n\":\(number)}"
      let answer = try ask(
        gateway.listening,
        "POST /v1/verify?n=%25 HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
          + body)
      #expect(answer?.body == body)
      #expect(answer?.headers["x-target"] == "/v1/verify?n=%25")
      #expect(answer?.headers["x-address"] == "127.0.0.1")
      #expect(answer?.headers["x-trace"] == answer?.headers["countersign-request-id"])
    }
    if lanes == 1 {
      let page = try ask(gateway.operations, get("/metrics"))?.body ?? ""
      #expect(page.contains("countersign_requests_sent_total{service=\"verification\"} 20\n"))
      #expect(page.contains("countersign_requests_answered_total{service=\"verification\"} 20\n"))
      #expect(page.contains("countersign_worker_echoed_total{service=\"verification\""))
    }
    stop([gateway] + workers)
  }

  @Test func `without workers a request is refused at once`() throws {
    let gateway = try gateway(lanes: 1)
    try gateway.start()
    #expect(!gateway.reload(), "without TLS it has no file that may change")
    let answer = try ask(
      gateway.listening, "POST /v1/verify HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
    #expect(answer?.status == 503)
    stop([gateway])
  }

  @Test func `the API is not on the operators' address, nor metrics on the clients'`() throws {
    let gateway = try gateway(lanes: 1)
    try gateway.start()
    #expect(try ask(gateway.operations, get("/version"))?.status == 200)
    #expect(try ask(gateway.operations, get("/v1/config"))?.status == 404)
    #expect(try ask(gateway.listening, get("/metrics"))?.status == 404)
    stop([gateway])
  }

  @Test func `a gateway whose port is taken does not start`() throws {
    let first = try gateway(lanes: 1)
    try first.start()
    let port = try #require(first.listening).port
    let second = try GatewayServiceTests().gateway(lanes: 1, port: port)
    #expect(throws: GatewayError.self) { try second.start() }
    stop([first])
  }
}
