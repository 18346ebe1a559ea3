import Foundation
import Glibc
import HTTPServer
import Instants
import MessageBus
import ServiceKit
import TestSockets
import Testing

@testable import Gateway

/// The whole gateway behind TLS, by clients of other makers.
@Suite(.serialized) final class GatewayTLSTests {
  private let fixture: TLSFixture
  private let sink = MemorySink()
  private let time = SystemTimeSource()
  private let gateway: GatewayService
  private let worker: Worker

  init() throws {
    fixture = try TLSFixture()
    for name in ["live", "next", "other"] { try fixture.make(name) }
    let bus = "ipc://\(fixture.folder)/bus"
    let log = Logger(process: "t", sink: sink)
    let host = try #require(IPAddress(text: "127.0.0.1"))
    let any = ListenAddress(host: host, port: 0)
    var configuration = GatewayConfiguration(listen: any, ops: any, busEndpoint: bus)
    configuration.lanes = 2
    configuration.tls = TLSFiles(
      certificate: fixture.certificate("live"), key: fixture.key("live"))
    gateway = GatewayService(configuration, time: time, log: log)
    worker = Worker(
      WorkerConfiguration(service: "verification", gateways: [bus, bus + ".1"]), time: time,
      log: log, makeHandler: { _ in EchoWorker() })
    try gateway.start()
    try worker.start()
  }

  deinit {
    for service in [worker, gateway] as [any Service] {
      service.beginStop()
      #expect(service.waitUntilStopped(until: time.monotonic() + 10_000))
    }
  }

  private var port: UInt16 { gateway.listening?.port ?? 0 }

  private func curl(_ path: String, trusting name: String, _ options: String...) throws -> String {
    try Program(
      "/usr/bin/curl",
      [
        "--silent", "--show-error", "--max-time", "20", "--cacert", fixture.certificate(name),
        "https://127.0.0.1:\(port)\(path)",
      ] + options
    ).end().text
  }

  /// Asks until the answer is that, within a limit.
  private func isAnswered(_ expected: String, _ ask: () throws -> String) throws -> Bool {
    let end = time.monotonic() + 20_000
    while time.monotonic() < end {
      if try ask().contains(expected) { return true }
      poll(nil, 0, 5)
    }
    return false
  }

  @Test func `a verification goes through the bus and back`() throws {
    let body = #"{"device":1}"#
    #expect(
      try isAnswered(body) { try curl("/v1/verify", trusting: "live", "--data-binary", body) })
    let operations = try Program(
      "/usr/bin/curl", ["--silent", "http://\(gateway.operations!)/version"])
    #expect(operations.end().text.contains("version"))
  }

  @Test func `versions before TLS 1 point 2 are refused, 1 point 2 and 1 point 3 are spoken`()
    throws
  {
    for (option, isSpoken) in [
      ("-tls1", false), ("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true),
    ] {
      // So that it is not the client that refuses.
      let client = try fixture.client(
        port: port, trusting: "live", [option, "-cipher", "ALL:@SECLEVEL=0"])
      client.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(client.says("HTTP/1.1 200") == isSpoken, "\(option): \(client.text)")
      // The client got as far as waiting for the server, which ended the connection.
      if !isSpoken { #expect(client.text.contains("unexpected eof"), "\(client.text)") }
    }
  }

  @Test func `a replaced certificate is met by new clients once the files are read anew`() throws {
    let client = try fixture.client(port: port, trusting: "live")
    client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.says("\"alive\":true"))
    try fixture.replace("live", by: "next")
    #expect(gateway.reload())
    #expect(try isAnswered("alive") { try curl("/healthz", trusting: "next") })
    // Both lanes have it in the end.
    #expect(
      try isAnswered("2") {
        "\(sink.text.components(separatedBy: "was read anew").count - 1)"
      })
    for _ in 0..<10 { #expect(try curl("/healthz", trusting: "next").contains("alive")) }
    // The old connection was not dropped.
    client.send("GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(client.says("\"ready\":false"))
  }

  @Test func `a pair that does not fit changes nothing, and the log says why`() throws {
    let key = try Data(contentsOf: URL(fileURLWithPath: fixture.key("other")))
    try key.write(to: URL(fileURLWithPath: fixture.key("live")))
    #expect(gateway.reload())
    #expect(sink.text.contains("the one before stays"))
    #expect(sink.text.contains("they do not belong together"))
    try FileManager.default.removeItem(atPath: fixture.key("live"))
    #expect(gateway.reload())
    #expect(sink.text.contains("cannot be read"))
    try FileManager.default.copyItem(
      atPath: fixture.certificate("live"), toPath: fixture.certificate("kept"))
    #expect(try curl("/healthz", trusting: "kept").contains("alive"))
  }

  @Test func `a key that others can read, or that is another's, is refused at the start`() throws {
    func faults(_ certificate: String, _ key: String?) -> String {
      var settings = Settings(
        process: "t", arguments: [],
        environment: [
          "COUNTERSIGN_BUS": "ipc://\(fixture.folder)/bus",
          "COUNTERSIGN_TLS_CERT_FILE": certificate,
          "COUNTERSIGN_TLS_KEY_FILE": key ?? "",
        ])
      _ = GatewayConfiguration(&settings)
      do {
        try settings.finish()
        return ""
      } catch { return "\(error)" }
    }
    let certificate = fixture.certificate("other")
    #expect(faults(certificate, fixture.key("other")).isEmpty)
    #expect(faults(certificate, fixture.key("next")).contains("do not belong together"))
    #expect(faults(certificate, nil).contains("are named together"))
    chmod(fixture.key("other"), 0o640)
    #expect(faults(certificate, fixture.key("other")).contains("set its mode to 0600"))
  }
}
