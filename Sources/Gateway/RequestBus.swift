import Instants
import Licensing
import MessageBus

/// The way to the workers, as a lane of the gateway sees it. One thread only; no call waits.
protocol RequestBus: AnyObject {
  /// For poll. Edge-triggered: `turn` follows each wake and each submission.
  var fileDescriptor: Int32 { get }
  var nextWake: MonotonicTime { get }
  func turn() -> [GatewayEvent]
  func submit(_ request: OutgoingRequest) -> SubmitOutcome
  func abandon(_ id: RequestID)
  func ableWorkers(_ service: String) -> Int
  var counts: [String: ServiceCounts] { get }
  var workers: [WorkerReport] { get }
  var refusedAnnouncements: UInt64 { get }
  func close()
}

extension GatewayBus: RequestBus {}
