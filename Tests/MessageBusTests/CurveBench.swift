import Glibc
import Instants
import ServiceKit
import Testing
import ZeroMQ

@testable import MessageBus

/// A gateway that workers come to over TCP and by CURVE, and the files of its keys.
final class CurveBench {
  let bench = BusBench()
  let folder = TestFolder()
  let gatewayKeys: CurveKeyPair
  let sink = LineSink()
  let door: BusDoor
  let gateway: BusGateway
  var log: Logger { Logger(process: "test", sink: sink) }
  private static let time = SystemTimeSource()

  /// - Parameter lines: of the list of allowed keys.
  init(_ lines: [String]) throws {
    gatewayKeys = try .generate()
    let listFile = folder.write(Self.text(lines), to: "peers")
    let keyFile = folder.write(gatewayKeys.secretKey.text, to: "gateway.key")
    let listener = try #require(
      try CurveListener.read(keyFile: keyFile, listFile: listFile))
    let log = Logger(process: "test", sink: sink)
    door = try BusDoor(listener, lanes: 1, time: Self.time, log: log)
    gateway = BusGateway(
      try GatewayBus(
        endpoint: "tcp://127.0.0.1:*",
        services: ["verification", "admin"].map { ServiceLimit(name: $0, inFlightCap: 100) },
        time: Self.time, log: log, door: door))
  }

  deinit {
    gateway.bus.close()
    door.beginStop()
    #expect(door.waitUntilStopped(until: Self.time.monotonic() + 10_000))
  }

  /// In effect within a second.
  func writeList(_ lines: [String]) { folder.write(Self.text(lines), to: "peers") }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  func security(_ own: CurveKeyPair, server: CurvePublicKey? = nil) -> SocketSecurity {
    .curveClient(server: server ?? gatewayKeys.publicKey, own: own)
  }

  func hand(_ security: SocketSecurity) throws -> HandWorker {
    try HandWorker(gateway.bus.endpoint, security)
  }

  /// A whole worker with that key.
  func start(_ script: HandlerScript, _ own: CurveKeyPair) throws -> Worker {
    var names = WorkerCurve.Names()
    names.keyFile = folder.write(own.secretKey.text, to: "\(UInt64.random(in: 0 ... .max)).key")
    names.gatewayKeys = [gatewayKeys.publicKey.text]
    return try bench.start(script) {
      $0.gateways = [gateway.bus.endpoint]
      $0.curve = try? WorkerCurve.read(names, for: $0)
      #expect($0.curve != nil)
    }
  }
}
