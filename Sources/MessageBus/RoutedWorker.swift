import Instants
import Wire

/// A worker's lane, as the gateway knows it.
struct RoutedWorker: Sendable {
  let service: Int
  let instance: String
  let capacity: Int
  var lastHeard: MonotonicTime
  /// Expired requests included.
  var inFlight = 0
  /// Not before its first heartbeat says so.
  var isAble = false
  var isDraining = false
  var congestedUntil: MonotonicTime?
  var oldestMilliseconds: UInt32 = 0
  var counters: [HeartbeatCounter] = []

  func isChoosable(at now: MonotonicTime) -> Bool {
    isAble && !isDraining && !isCongested(at: now)
  }

  private func isCongested(at now: MonotonicTime) -> Bool {
    guard let congestedUntil else { return false }
    return now < congestedUntil
  }
}
