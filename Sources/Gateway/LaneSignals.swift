import ServiceKit
import Synchronization

/// How other threads reach a lane.
final class LaneSignals: Sendable {
  let wake: WakeDescriptor
  private let stopping = Atomic<Bool>(false)

  init() throws(SystemFault) {
    wake = try WakeDescriptor()
  }

  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  func stop() {
    stopping.store(true, ordering: .relaxed)
    wake.wake()
  }
}
