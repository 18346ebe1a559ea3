import Foundation
import HTTPServer
import ServiceKit
import Testing

@testable import Gateway

@Suite struct GatewaySettingsTests {
  private static func read(
    _ environment: [String: String]
  ) throws -> GatewayConfiguration {
    var settings = Settings(process: "t", arguments: [], environment: environment)
    let configuration = GatewayConfiguration(&settings)
    try settings.finish()
    return configuration
  }

  /// A folder that goes when the test ends.
  private static func withFolder(mode: Int, _ body: (String) throws -> Void) throws {
    let path = "/tmp/countersign-settings-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test func `only the bus must be named`() throws {
    try Self.withFolder(mode: 0o700) { try checkDefaults("ipc://\($0)/bus") }
  }

  private func checkDefaults(_ bus: String) throws {
    let configuration = try Self.read(["COUNTERSIGN_BUS": bus])
    #expect(configuration.listen.description == "127.0.0.1:8080")
    #expect(configuration.ops.description == "127.0.0.1:9090")
    #expect(configuration.requestTimeoutMilliseconds == 5_000)
    #expect(configuration.inFlightLimit == 4_096)
    #expect(configuration.headMilliseconds == 10_000)
    #expect(configuration.bodyMilliseconds == 30_000)
    #expect(configuration.idleMilliseconds == 60_000)
    #expect(configuration.keySetPath == nil)
    #expect(configuration.busCurve == nil)
  }

  private func faults(_ environment: [String: String]) -> String {
    do {
      _ = try Self.read(environment)
      return ""
    } catch { return "\(error)" }
  }

  @Test func `over tcp workers come by CURVE or not at all`() {
    let fault = faults(["COUNTERSIGN_BUS": "tcp://10.0.0.1:7000"])
    #expect(fault.contains("needs CURVE: a key file and a list of allowed keys"))
  }

  @Test func `a socket file that others could reach is refused`() throws {
    try Self.withFolder(mode: 0o755) { folder in
      let fault = faults(["COUNTERSIGN_BUS": "ipc://\(folder)/bus"])
      #expect(fault.contains("must be a folder of mode 0700"))
    }
  }

  @Test func `a key and a list let workers in over tcp`() throws {
    try Self.withFolder(mode: 0o755) { folder in
      let key = "\(folder)/gateway.key"
      // ZeroMQ RFC 26, the server's secret key of its test vectors.
      try Data("JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6\n".utf8).write(
        to: URL(fileURLWithPath: key))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
      try Data().write(to: URL(fileURLWithPath: "\(folder)/peers"))
      let configuration = try Self.read([
        "COUNTERSIGN_BUS": "tcp://10.0.0.1:7000", "COUNTERSIGN_BUS_KEY_FILE": key,
        "COUNTERSIGN_BUS_PEERS_FILE": "\(folder)/peers",
      ])
      #expect(configuration.busCurve != nil)
    }
  }

  @Test(arguments: [
    ["COUNTERSIGN_BUS": "ipc://"], ["COUNTERSIGN_BUS": "inproc://a"], [:],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_LISTEN": "localhost:80"],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_OPS": "9090"],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_LANES": "0"],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_HEAD_TIMEOUT_MS": "999"],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_BODY_TIMEOUT_MS": "forever"],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_IDLE_TIMEOUT_MS": "600001"],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_TRUSTED_PROXIES": "lb.example"],
  ])
  func `what cannot work is refused`(environment: [String: String]) {
    #expect(throws: ConfigurationFaults.self) { try Self.read(environment) }
  }

  @Test(arguments: [
    ("ipc:///run/bus", 0, "ipc:///run/bus"), ("ipc:///run/bus", 2, "ipc:///run/bus.2"),
    ("tcp://10.0.0.1:7000", 0, "tcp://10.0.0.1:7000"),
    ("tcp://10.0.0.1:7000", 3, "tcp://10.0.0.1:7003"),
    ("tcp://127.0.0.1:0", 2, "tcp://127.0.0.1:0"),
    ("tcp://[::1]:65535", 1, nil), ("tcp://:1", 0, nil), ("udp://a:1", 0, nil),
  ])
  func `each lane has a bus endpoint of its own`(base: String, lane: Int, expected: String?) {
    #expect(BusEndpoint.lane(lane, of: base) == expected)
  }
}
