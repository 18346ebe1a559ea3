import HTTPServer
import ServiceKit
import Synchronization

/// The ports that a lane was given.
struct LanePorts: Sendable {
  let http: UInt16
  let operations: UInt16?
}

/// A lane's thread, as the thread that started it sees it.
final class LaneThread: Sendable {
  let thread: OSThread
  let signals: LaneSignals
  let ports: LanePorts

  private init(_ thread: OSThread, _ signals: LaneSignals, _ ports: LanePorts) {
    self.thread = thread
    self.signals = signals
    self.ports = ports
  }

  /// Returns when the lane listens; throws what kept it from that.
  static func start(
    _ number: Int, listen: ListenAddress, _ shared: GatewayShared
  ) throws -> LaneThread {
    let signals = try LaneSignals()
    let birth = try LaneBirth()
    let thread = try OSThread.start(name: "gateway-\(number)") {
      guard let lane = birth.bear({ try LaneParts.make(number, listen: listen, signals, shared) })
      else { return }
      lane.run(shared)
    }
    return LaneThread(thread, signals, try birth.wait())
  }
}

extension LaneParts {
  fileprivate func run(_ shared: GatewayShared) {
    let lane = Lane(self, shared)
    reporter.report = { [unowned lane] in lane.report() }
    lane.run()
  }

  fileprivate var ports: LanePorts {
    LanePorts(http: server.port, operations: operations?.server.port)
  }
}

/// Carries the outcome of a lane's making from its thread to the one that waits for it.
private final class LaneBirth: Sendable {
  private let outcome = Mutex<Result<LanePorts, GatewayError>?>(nil)
  private let done: WakeDescriptor

  init() throws(SystemFault) {
    done = try WakeDescriptor()
  }

  func bear(_ make: () throws -> LaneParts) -> LaneParts? {
    defer { done.wake() }
    do {
      let parts = try make()
      outcome.withLock { $0 = .success(parts.ports) }
      return parts
    } catch {
      outcome.withLock { $0 = .failure(.laneFailed(reason: "\(error)")) }
      return nil
    }
  }

  func wait() throws(GatewayError) -> LanePorts {
    while true {
      if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
      _ = done.wait(milliseconds: 1_000)
    }
  }
}
