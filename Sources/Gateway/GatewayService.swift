import HTTPServer
import Instants
import ServiceKit
import Synchronization

/// The gateway as a part of its process: lanes that serve clients, one thread each.
public final class GatewayService: Service {
  public let name = "gateway"

  private static let abandonMilliseconds: Int64 = 1_000

  private let shared: GatewayShared
  private let lanes = Mutex<[LaneThread]>([])

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
      ])
  }

  private func startLanes() throws {
    var listen = shared.configuration.listen
    for number in 0..<shared.configuration.lanes {
      let lane = try LaneThread.start(number, listen: listen, shared)
      lanes.withLock { $0.append(lane) }
      listen.port = lane.ports.http
    }
  }

  public func beginStop() {
    for lane in lanes.withLock({ $0 }) { lane.signals.stop() }
  }

  public func waitUntilStopped(until deadline: MonotonicTime) -> Bool {
    lanes.withLock { $0 }.allSatisfy { $0.thread.join(until: deadline) }
  }

  private var port: LanePorts? { lanes.withLock { $0.first?.ports } }
}
