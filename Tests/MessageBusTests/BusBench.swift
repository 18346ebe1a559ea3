import TestFiles
import Glibc
import Instants
import Licensing
import ServiceKit

@testable import MessageBus

/// Drops log lines.
struct SilentLogSink: LogSink {
  func write(_ lines: [UInt8]) {}
}

/// A directory of sockets, with gateways that the test's own thread drives and workers that run
/// by themselves.
final class BusBench {
  static let log = Logger(process: "test", sink: SilentLogSink())
  private let folder = TemporaryFolder()
  private var workers: [Worker] = []

  deinit {
    for worker in workers {
      worker.beginStop()
      _ = worker.waitUntilStopped(until: SystemTimeSource().monotonic() + 10_000)
    }
  }

  func endpoint(_ name: String = "bus") -> String { "ipc://\(folder.path)/\(name)" }

  func gateway(
    _ name: String = "bus", cap: Int = 20_000, time: any TimeSource = SystemTimeSource()
  ) throws -> BusGateway {
    BusGateway(
      try GatewayBus(
        endpoint: endpoint(name),
        services: [
          ServiceLimit(name: "verification", inFlightCap: cap),
          ServiceLimit(name: "admin", inFlightCap: cap),
        ], time: time, log: Self.log))
  }

  func start(
    _ script: HandlerScript, log: Logger = log,
    _ change: (inout WorkerConfiguration) -> Void = { _ in }
  ) throws -> Worker {
    var configuration = WorkerConfiguration(service: "verification", gateways: [endpoint()])
    change(&configuration)
    let worker = Worker(configuration, time: SystemTimeSource(), log: log) { _ in
      TestHandler(script)
    }
    workers.append(worker)
    try worker.start()
    return worker
  }
}

/// A gateway's event loop, run by the test until something holds.
final class BusGateway {
  let bus: GatewayBus
  private(set) var events: [GatewayEvent] = []

  init(_ bus: GatewayBus) {
    self.bus = bus
  }

  func turn() { events += bus.turn() }

  /// Says whether `condition` came true within the limit.
  func run(seconds: Int64 = 20, until condition: () -> Bool) -> Bool {
    let clock = SystemTimeSource()
    let end = clock.monotonic() + seconds * 1000
    while true {
      turn()
      if condition() { return true }
      guard clock.monotonic() < end else { return false }
      var entry = pollfd(fd: bus.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let wait = bus.nextWake <= clock.monotonic() ? 0 : 5
      _ = poll(&entry, 1, Int32(wait))
    }
  }

  func runUntilAble(_ count: Int = 1, service: String = "verification") -> Bool {
    run { bus.ableWorkers(service) == count }
  }

  func reply(to id: RequestID) -> BusReply? {
    for case .reply(id, let reply) in events { return reply }
    return nil
  }

  func failure(of id: RequestID) -> GatewayEvent.FailureReason? {
    for case .failed(id, let reason) in events { return reason }
    return nil
  }

  func submit(
    _ number: Int, body: [UInt8] = [1, 2], service: String = "verification",
    milliseconds: Int64 = 20_000, at time: any TimeSource = SystemTimeSource()
  ) -> SubmitOutcome {
    var request = Fixtures.request(number, service: service, body: body)
    request.deadline = UnixMilliseconds(time.wall().value + milliseconds)
    request.headers = [BusHeader("authorization", "x"), BusHeader("authorization", "y")]
    return bus.submit(request)
  }
}
