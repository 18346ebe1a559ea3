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

  @Test func `only the bus must be named`() throws {
    let configuration = try Self.read(["COUNTERSIGN_BUS": "ipc:///run/bus"])
    #expect(configuration.listen.description == "127.0.0.1:8080")
    #expect(configuration.ops.description == "127.0.0.1:9090")
    #expect(configuration.requestTimeoutMilliseconds == 5_000)
    #expect(configuration.inFlightLimit == 4_096)
    #expect(configuration.keySetPath == nil)
  }

  @Test(arguments: [
    ["COUNTERSIGN_BUS": "ipc://"], ["COUNTERSIGN_BUS": "inproc://a"], [:],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_LISTEN": "localhost:80"],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_OPS": "9090"],
    ["COUNTERSIGN_BUS": "ipc:///b", "COUNTERSIGN_LANES": "0"],
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
