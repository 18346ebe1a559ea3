import HTTPServer
import Instants
import MessageBus
import ServiceKit
import Synchronization

/// The gateway as a part of its process: lanes that serve clients, one thread each.
public final class GatewayService: Service {
  public let name = "gateway"

  private static let abandonMilliseconds: Int64 = 1_000

  private let shared: GatewayShared
  private let lanes = Mutex<[LaneThread]>([])
  private let door = Mutex<BusDoor?>(nil)

  public init(
    _ configuration: GatewayConfiguration, time: any TimeSource, log: Logger,
    metrics: Metrics = Metrics()
  ) {
    let board = LaneBoard(lanes: configuration.lanes)
    metrics.addSource { BusPage(board.all).write(to: &$0) }
    shared = GatewayShared(
      configuration: configuration, time: time, log: log, metrics: metrics, board: board)
  }

  /// Where clients connect to, with the port that the kernel chose. `nil` before `start`.
  public var listening: ListenAddress? {
    port.map { ListenAddress(host: shared.configuration.listen.host, port: $0.http) }
  }

  /// The operators' address. `nil` before `start`.
  public var operations: ListenAddress? {
    port.flatMap(\.operations).map {
      ListenAddress(host: shared.configuration.ops.host, port: $0)
    }
  }

  /// Returns when all lanes listen. When one cannot, those before it end again.
  public func start() throws {
    do {
      try startLanes()
    } catch {
      beginStop()
      _ = waitUntilStopped(until: shared.time.monotonic() + Self.abandonMilliseconds)
      throw error
    }
    shared.log.info(
      "The gateway is listening.",
      [
        LogField("address", listening?.description ?? ""),
        LogField("ops", operations?.description ?? ""),
        LogField("lanes", shared.configuration.lanes),
        LogField("tls", shared.configuration.tls != nil),
      ])
  }

  private func startLanes() throws {
    var shared = shared
    shared.door = try openDoor()
    shared.tls = try shared.configuration.tls?.read()
    var listen = shared.configuration.listen
    for number in 0..<shared.configuration.lanes {
      let lane = try LaneThread.start(number, listen: listen, shared)
      lanes.withLock { $0.append(lane) }
      listen.port = lane.ports.http
    }
  }

  /// Before any socket of the bus is bound.
  private func openDoor() throws -> BusDoor? {
    guard let curve = shared.configuration.busCurve else { return nil }
    let door = try BusDoor(
      curve, lanes: shared.configuration.lanes, time: shared.time, log: shared.log)
    self.door.withLock { $0 = door }
    shared.metrics.addSource { page in
      page.family(
        "countersign_bus_refused_handshakes_total", .counter,
        help: "Workers that came with a key that is not on the list.")
      page.sample(door.refusedHandshakes)
    }
    return door
  }

  /// The TLS certificate and its key; a pair that cannot be used changes nothing.
  public func reload() -> Bool {
    guard let files = shared.configuration.tls else { return false }
    do {
      let tls = try files.read()
      for lane in lanes.withLock({ $0 }) { lane.signals.renew(tls) }
    } catch {
      shared.log.error(
        "The TLS certificate cannot be replaced; the one before stays.",
        [LogField("reason", "\(error)")])
    }
    return true
  }

  public func beginStop() {
    for lane in lanes.withLock({ $0 }) { lane.signals.stop() }
  }

  public func waitUntilStopped(until deadline: MonotonicTime) -> Bool {
    guard lanes.withLock({ $0 }).allSatisfy({ $0.thread.join(until: deadline) }) else {
      return false
    }
    let door = door.withLock { $0 }
    door?.beginStop()
    return door?.waitUntilStopped(until: deadline) != false
  }

  private var port: LanePorts? { lanes.withLock { $0.first?.ports } }
}
