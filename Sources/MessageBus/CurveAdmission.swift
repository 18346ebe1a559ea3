import Instants
import ServiceKit
import Synchronization
import ZeroMQ

/// Who may come in by CURVE: the list, read anew each second, and the thread that tells libzmq. One
/// for all listeners of a process.
final class CurveAdmission: Sendable {
  private static let startMilliseconds: Int32 = 10_000

  private struct Held: Sendable {
    var list: AllowList
    var thread: OSThread?
  }

  private let path: String
  private let right: PeerRight
  private let held: Mutex<Held>
  /// Grows with each change of the list.
  private let revisionCount = Atomic<Int>(0)
  private let refusedCount = Atomic<UInt64>(0)
  private let isStopping = Atomic(false)
  private let wake: WakeDescriptor
  private let time: any TimeSource
  private let log: Logger

  /// - Parameter right: what this process lets peers in for; keys without it are refused like
  ///   unknown ones.
  init(
    _ curve: CurveListener, for right: PeerRight, time: any TimeSource, log: Logger
  ) throws(SystemFault) {
    path = curve.listPath
    self.right = right
    held = Mutex(Held(list: curve.list))
    wake = try WakeDescriptor()
    self.time = time
    self.log = log
  }

  var revision: Int { revisionCount.load(ordering: .acquiring) }
  /// Handshakes that were refused since the start.
  var refused: UInt64 { refusedCount.load(ordering: .relaxed) }

  /// `nil`: it may not come in.
  func peer(of key: CurvePublicKey) -> AllowList.Peer? {
    held.withLock { $0.list.peers[key] }.flatMap { $0.has(right) ? $0 : nil }
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
      log.error("Peers can no longer be let in.", [LogField("reason", error.description)])
      gate.open(.failure(.socket(error)))
    }
  }

  private func answer(
    _ authenticator: inout Authenticator, _ descriptor: Int32
  ) throws(ZeroMQError) {
    var poller = Poller()
    poller.add(wake.fileDescriptor)
    poller.add(descriptor)
    var strangers = NamedOnce(limit: CurveRules.namedStrangers)
    var nextReading = time.monotonic() + CurveRules.listMilliseconds
    while !isStopping.load(ordering: .acquiring) {
      try authenticator.answerAll { isWelcome($0, &strangers) }
      refusedCount.store(authenticator.refused, ordering: .relaxed)
      let now = time.monotonic()
      if now >= nextReading {
        nextReading = now + CurveRules.listMilliseconds
        if readAnew() { strangers.forget() }
      }
      poller.wait(milliseconds: BusWait.milliseconds(until: nextReading, from: now))
    }
  }

  private func isWelcome(_ key: CurvePublicKey, _ strangers: inout NamedOnce) -> Bool {
    if peer(of: key) != nil { return true }
    if strangers.isNew(key) {
      log.warning("A key that is not on the list was refused.", [LogField("key", key.text)])
    }
    return false
  }

  /// Says whether the list changed. One that cannot be read or understood changes nothing.
  private func readAnew() -> Bool {
    do {
      let list = try CurveListener.list(path)
      guard
        held.withLock({ held in
          defer { held.list = list }
          return held.list != list
        })
      else { return false }
      revisionCount.add(1, ordering: .releasing)
      log.info("The list of allowed keys changed.", [LogField("keys", list.peers.count)])
      return true
    } catch {
      log.error(
        "The list of allowed keys cannot be used; the one before stays.",
        [LogField("reason", error.description)])
      return false
    }
  }
}
