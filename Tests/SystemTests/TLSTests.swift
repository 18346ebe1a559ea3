import Foundation
import TestClient
import TestCluster
import TestSockets
import Testing

extension SystemTests {
  /// A gateway's own program behind TLS; no worker is needed to see whom its clients meet.
  @Suite struct TLSTests {
    private let fixture: TLSFixture

    init() throws {
      fixture = try TLSFixture()
      for name in ["live", "next"] { try fixture.make(name) }
    }

    private func settings(_ port: UInt16) throws -> [String: String] {
      [
        "PATH": "/usr/bin:/bin", "COUNTERSIGN_LISTEN": "127.0.0.1:\(port)",
        "COUNTERSIGN_OPS": "127.0.0.1:\(try FreePort.find())",
        "COUNTERSIGN_BUS": "ipc://\(fixture.folder)/bus",
        "COUNTERSIGN_TLS_CERT_FILE": fixture.certificate("live"),
        "COUNTERSIGN_TLS_KEY_FILE": fixture.key("live"),
      ]
    }

    private func isAlive(_ port: UInt16, trusting name: String) throws -> Bool {
      let arguments = [
        "--silent", "--max-time", "20", "--cacert", fixture.certificate(name),
        "https://127.0.0.1:\(port)/healthz",
      ]
      return try Program("/usr/bin/curl", arguments).end().text.contains("alive")
    }

    @Test func `SIGHUP swaps the certificate, and the gateway stops in order`() throws {
      let port = try FreePort.find()
      let log = "\(fixture.folder)/log"
      let gateway = try ChildProcess(
        "\(Binaries.folder)/countersign-gateway", [], environment: try settings(port),
        outputPath: log, errorPath: log)
      defer { gateway.signal(SIGKILL) }
      #expect(try Patience.wait(upTo: 20) { try isAlive(port, trusting: "live") })
      #expect(try !isAlive(port, trusting: "next"))
      try fixture.replace("live", by: "next")
      gateway.signal(SIGHUP)
      #expect(try Patience.wait(upTo: 20) { try isAlive(port, trusting: "next") })
      gateway.signal(SIGTERM)
      #expect(gateway.waitForExit(upTo: 30) == 0)
    }

    @Test func `a client that never ends its handshake is cut, and others are served`() throws {
      let gateway = try LoneGateway([
        "COUNTERSIGN_HEAD_TIMEOUT_MS": "1000",
        "COUNTERSIGN_TLS_CERT_FILE": fixture.certificate("live"),
        "COUNTERSIGN_TLS_KEY_FILE": fixture.key("live"),
      ])
      // The head of a record, and a ClientHello of which one byte comes now and then.
      let slow = try gateway.http.connect()
      try slow.send([0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3])
      #expect(try isAlive(gateway.http.endpoint.port, trusting: "live"))
      let isCut = Patience.wait(upTo: 20) {
        try? slow.send([7])
        return slow.isClosedByServer(within: 0)
      }
      #expect(isCut)
      #expect(try isAlive(gateway.http.endpoint.port, trusting: "live"))
    }

    @Test func `a key that is another's keeps the gateway from starting`() throws {
      var settings = try settings(try FreePort.find())
      settings["COUNTERSIGN_TLS_KEY_FILE"] = fixture.key("next")
      let ended = try ChildProcess.run(
        "\(Binaries.folder)/countersign-gateway", [], environment: settings)
      #expect(ended.status == 78 && ended.errors.contains("do not belong together"))
    }
  }
}
