import Instants
import ServiceKit
import Synchronization
import ZeroMQ

/// One lane of a worker: its two threads and what lies between them.
final class Lane: Sendable {
  private static let startMilliseconds: Int32 = 30_000

  let outbox: LaneOutbox
  private let description: LaneDescription
  private let inbox: LaneInbox
  private let isStopping = Atomic(false)
  private let threads = Mutex<[OSThread]>([])
  private let time: any TimeSource
  private let log: Logger

  init(_ description: LaneDescription, time: any TimeSource, log: Logger) throws(SystemFault) {
    self.description = description
    self.time = time
    self.log = log
    inbox = try LaneInbox()
    outbox = try LaneOutbox()
  }

  /// First the handler, then the sockets: nothing is announced before it can be done.
  func start(
    in context: ZMQContext, _ admission: CurveAdmission?, batchLimit: Int,
    publications: LaneOutbox?,
    makeHandler: @escaping @Sendable (_ lane: Int) throws -> any LaneHandler
  ) throws(WorkerStartError) {
    try startThread("work") { [self] gate in
      work(batchLimit: batchLimit, publications: publications, makeHandler, gate)
    }
    try startThread("bus") { [self] gate in react(in: context, admission, gate) }
  }

  func beginStop() {
    isStopping.store(true, ordering: .releasing)
    outbox.wake.wake()
  }

  /// Ends the work thread of a lane whose sockets never came to be.
  func abortStart() {
    var requests: [BusRequest] = []
    var hints: [BusEvent] = []
    inbox.put(requests: &requests, hints: &hints, isFinished: true)
    beginStop()
  }

  func join(until deadline: MonotonicTime) -> Bool {
    threads.withLock { $0 }.allSatisfy { $0.join(until: deadline) }
  }

  private func startThread(
    _ name: String, _ body: @escaping @Sendable (StartGate) -> Void
  ) throws(WorkerStartError) {
    let gate: StartGate
    do {
      gate = try StartGate()
      let thread = try OSThread.start(name: "\(name)-\(description.number)") { body(gate) }
      threads.withLock { $0.append(thread) }
    } catch {
      throw .system(error)
    }
    try gate.wait(milliseconds: Self.startMilliseconds)
  }

  // MARK: The work thread

  private func work(
    batchLimit: Int, publications: LaneOutbox?,
    _ makeHandler: (_ lane: Int) throws -> any LaneHandler, _ gate: StartGate
  ) {
    defer { outbox.finish() }
    do {
      let handler = try makeHandler(description.number)
      gate.open(.success(()))
      let outlet = LaneOutlet(outbox: outbox, publications: publications)
      LaneWork(handler: handler, outlet: outlet, inbox: inbox, time: time, batchLimit: batchLimit)
        .run()
    } catch {
      gate.open(.failure(.handler(error)))
    }
  }

  // MARK: The socket thread

  private func react(in context: ZMQContext, _ admission: CurveAdmission?, _ gate: StartGate) {
    let reactor: LaneReactor
    do {
      reactor = try LaneReactor(
        description, context: context, admission: admission, inbox: inbox, outbox: outbox,
        time: time, log: log)
    } catch {
      return gate.open(.failure(.socket(error)))
    }
    gate.open(.success(()))
    reactor.run { isStopping.load(ordering: .acquiring) }
  }
}
