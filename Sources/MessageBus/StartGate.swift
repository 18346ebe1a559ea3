import ServiceKit
import Synchronization

/// Where the thread that starts another waits to hear how that went.
final class StartGate: Sendable {
  private let outcome = Mutex<Result<Void, WorkerStartError>?>(nil)
  private let wake: WakeDescriptor

  init() throws(SystemFault) {
    wake = try WakeDescriptor()
  }

  /// Called once, on the thread that was started.
  func open(_ result: Result<Void, WorkerStartError>) {
    outcome.withLock { $0 = result }
    wake.wake()
  }

  func wait(milliseconds: Int32) throws(WorkerStartError) {
    _ = wake.wait(milliseconds: milliseconds)
    guard let result = outcome.withLock({ $0 }) else { throw .timedOut }
    try result.get()
  }
}
