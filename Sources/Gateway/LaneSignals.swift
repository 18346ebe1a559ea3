import HTTPServer
import ServiceKit
import Synchronization

/// How other threads reach a lane.
final class LaneSignals: Sendable {
  let wake: WakeDescriptor
  private let stopping = Atomic<Bool>(false)
  private let tls = Mutex<TLSIdentity?>(nil)

  init() throws(SystemFault) {
    wake = try WakeDescriptor()
  }

  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// New clients shall meet this one.
  func renew(_ identity: TLSIdentity) {
    tls.withLock { $0 = identity }
    wake.wake()
  }

  /// What was given by `renew` and not taken yet.
  func takeTLS() -> TLSIdentity? { tls.withLock { $0.take() } }

  func stop() {
    stopping.store(true, ordering: .relaxed)
    wake.wake()
  }
}
