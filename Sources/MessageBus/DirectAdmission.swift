import Instants
import ServiceKit
import Synchronization
import ZeroMQ

/// Who may come in by CURVE: the list, read anew each second, and the thread that tells libzmq.
final class DirectAdmission: Sendable {
  private static let startMilliseconds: Int32 = 10_000

  private struct Held: Sendable {
    var list: DirectAllowList
    var thread: OSThread?
  }

  private let path: String
  private let held: Mutex<Held>
  /// Grows with each change of the list.
  private let revisionCount = Atomic<Int>(0)
  private let isStopping = Atomic(false)
  private let wake: WakeDescriptor
  private let time: any TimeSource
  private let log: Logger

  init(
    _ curve: DirectConfiguration.Curve, time: any TimeSource, log: Logger
  ) throws(SystemFault) {
    path = curve.listPath
    held = Mutex(Held(list: curve.list))
    wake = try WakeDescriptor()
    self.time = time
    self.log = log
  }

  var revision: Int { revisionCount.load(ordering: .acquiring) }

  func client(of key: CurvePublicKey) -> DirectAllowList.Client? {
    held.withLock { $0.list.clients[key] }
  }

  /// Returns when libzmq's questions are answered: before any socket is bound.
  func start(in context: ZMQContext) throws(WorkerStartError) {
    let gate: StartGate
    do {
      gate = try StartGate()
      let thread = try OSThread.start(name: "zap") { [self] in run(in: context, gate) }
      held.withLock { $0.thread = thread }
    } catch {
      throw .system(error)
    }
    try gate.wait(milliseconds: Self.startMilliseconds)
  }

  func beginStop() {
    isStopping.store(true, ordering: .releasing)
    wake.wake()
  }

  func join(until deadline: MonotonicTime) -> Bool {
    held.withLock { $0.thread }?.join(until: deadline) ?? true
  }

  // MARK: The thread

  private func run(in context: ZMQContext, _ gate: StartGate) {
    do {
      var authenticator = try Authenticator.open(in: context)
      let descriptor = try authenticator.fileDescriptor()
      gate.open(.success(()))
      try answer(&authenticator, descriptor)
    } catch {
      // Nobody new comes in from here on; who is there stays.
      log.error("Direct clients can no longer be let in.", [LogField("reason", error.description)])
      gate.open(.failure(.socket(error)))
    }
  }

  private func answer(
    _ authenticator: inout Authenticator, _ descriptor: Int32
  ) throws(ZeroMQError) {
    var poller = Poller()
    poller.add(wake.fileDescriptor)
    poller.add(descriptor)
    var nextReading = time.monotonic() + DirectRules.listMilliseconds
    while !isStopping.load(ordering: .acquiring) {
      try authenticator.answerAll { client(of: $0) != nil }
      let now = time.monotonic()
      if now >= nextReading {
        nextReading = now + DirectRules.listMilliseconds
        readAnew()
      }
      poller.wait(milliseconds: BusWait.milliseconds(until: nextReading, from: now))
    }
  }

  /// A list that cannot be read or understood changes nothing.
  private func readAnew() {
    do {
      let list = try DirectConfiguration.list(path)
      guard
        held.withLock({ held in
          defer { held.list = list }
          return held.list != list
        })
      else { return }
      revisionCount.add(1, ordering: .releasing)
      log.info("The list of direct clients changed.", [LogField("clients", list.clients.count)])
    } catch {
      log.error(
        "The list of direct clients cannot be used; the one before stays.",
        [LogField("reason", error.description)])
    }
  }
}
