import Encodings
import Instants
import ServiceKit
import Synchronization
import ZeroMQ

/// A worker process' end of the bus: lanes that announce themselves to every gateway and hand what
/// comes to handlers, one handler and two threads per lane.
///
/// A stop tells each gateway (`DRAIN`), takes what is on its way until the gateway has echoed it,
/// answers what is in hand, lets the handlers write what they hold back, and leaves.
public final class Worker: Service {
  private struct Running: Sendable {
    var context: ZMQContext?
    var lanes: [Lane] = []
    var admission: CurveAdmission?
  }

  public var name: String { configuration.service }

  private let configuration: WorkerConfiguration
  private let time: any TimeSource
  private let log: Logger
  private let makeHandler: @Sendable (_ lane: Int) throws -> any LaneHandler
  private let running = Mutex(Running())

  /// - Parameter makeHandler: called on each lane's work thread.
  public init(
    _ configuration: WorkerConfiguration, time: any TimeSource, log: Logger,
    makeHandler: @escaping @Sendable (_ lane: Int) throws -> any LaneHandler
  ) {
    self.configuration = configuration
    self.time = time
    self.log = log
    self.makeHandler = makeHandler
  }

  /// Returns when all handlers are made and all sockets open; gateways may come later.
  public func start() throws {
    do {
      try startLanes()
    } catch {
      abort()
      throw error
    }
  }

  public func beginStop() {
    for lane in running.withLock({ $0.lanes }) { lane.beginStop() }
  }

  /// When all lanes have ended, also waits until what they sent last is on its way: a second at
  /// most.
  public func waitUntilStopped(until deadline: MonotonicTime) -> Bool {
    let lanes = running.withLock { $0.lanes }
    guard lanes.allSatisfy({ $0.join(until: deadline) }) else { return false }
    let admission = running.withLock { $0.admission }
    admission?.beginStop()
    guard admission?.join(until: deadline) != false else { return false }
    running.withLock { $0 = Running() }
    return true
  }

  private func startLanes() throws(WorkerStartError) {
    let lanes = try makeLanes()
    let context = try makeContext()
    let admission = try makeAdmission()
    running.withLock { $0 = Running(context: context, lanes: lanes, admission: admission) }
    try admission?.start(in: context)
    let publications = configuration.hintEndpoint == nil ? nil : lanes[0].outbox
    for lane in lanes {
      try lane.start(
        in: context, admission, batchLimit: configuration.batchLimit, publications: publications,
        makeHandler: makeHandler)
    }
  }

  private func makeLanes() throws(WorkerStartError) -> [Lane] {
    var generator = SystemRandomNumberGenerator()
    let instance = Base32.encode((0..<10).map { _ in generator.next() as UInt8 })
    var lanes: [Lane] = []
    do {
      for number in 0..<configuration.lanes {
        let description = LaneDescription(number, of: configuration, instance: instance)
        lanes.append(try Lane(description, time: time, log: log))
      }
    } catch {
      throw .system(error)
    }
    return lanes
  }

  /// One list for the one kind of peers that a process lets in.
  private func makeAdmission() throws(WorkerStartError) -> CurveAdmission? {
    let (direct, hearers) = (configuration.direct?.curve, configuration.curve?.hearers)
    precondition(
      direct == nil || hearers == nil, "A process listens to direct clients or publishes hints.")
    guard let curve = direct ?? hearers else { return nil }
    do {
      return try CurveAdmission(
        curve, for: direct == nil ? .hearHints : .callVerification, time: time, log: log)
    } catch {
      throw .system(error)
    }
  }

  private func makeContext() throws(WorkerStartError) -> ZMQContext {
    do {
      return try ZMQContext()
    } catch {
      throw .socket(error)
    }
  }

  private func abort() {
    for lane in running.withLock({ $0.lanes }) { lane.abortStart() }
    running.withLock { $0.admission }?.beginStop()
  }
}
