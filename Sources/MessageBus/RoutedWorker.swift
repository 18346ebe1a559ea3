import Instants
import Wire
import ZeroMQ

/// A worker's lane, as the gateway knows it.
struct RoutedWorker: Sendable {
  let service: Int
  let instance: String
  let process: WorkerProcess
  /// As it announced.
  let announcedCapacity: Int
  /// What it came in by, where workers come in by CURVE.
  let key: CurvePublicKey?
  /// What its line in the list says.
  var inFlightCap: Int?
  var lastHeard: MonotonicTime
  /// Expired requests included.
  var inFlight = 0
  /// Not before its first heartbeat says so.
  var isAble = false
  var isDraining = false
  var congestedUntil: MonotonicTime?
  var oldestMilliseconds: UInt32 = 0
  var counters: [HeartbeatCounter] = []
  var clockOffsets: [ClockOffset] = []

  init(
    service: Int, instance: String, announcedCapacity: Int, key: CurvePublicKey?,
    inFlightCap: Int?, lastHeard: MonotonicTime
  ) {
    self.service = service
    self.instance = instance
    process = WorkerProcess(instance: instance, key: key)
    self.announcedCapacity = announcedCapacity
    self.key = key
    self.inFlightCap = inFlightCap
    self.lastHeard = lastHeard
  }

  var capacity: Int { min(announcedCapacity, inFlightCap ?? .max) }

  func isChoosable(at now: MonotonicTime) -> Bool {
    isAble && !isDraining && !isCongested(at: now)
  }

  private func isCongested(at now: MonotonicTime) -> Bool {
    guard let congestedUntil else { return false }
    return now < congestedUntil
  }
}
