import Instants
import Licensing

/// What a worker's lane does with requests. Made, used and dropped on the lane's work thread; it
/// may block there, in stores with time limits of their own.
public protocol LaneHandler: AnyObject {
  /// Requests that have arrived, oldest first, none of them late yet; one that works on them one by
  /// one, or keeps some, asks `outlet.turnAway(ifLate:at:)` again. Each gets one reply by `outlet`,
  /// now or in a later call; until then it counts against the lane's capacity.
  func handle(_ batch: [BusRequest], _ outlet: LaneOutlet)

  /// Called at least once a second, when `nextWake` has passed and after a hint.
  func tick(_ outlet: LaneOutlet)

  /// Called when all that has arrived is handled, before the lane waits for more: time to send what
  /// could have gone along with the next batch.
  func pause(_ outlet: LaneOutlet)

  func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet)

  /// When `tick` is wanted earlier than in a second.
  var nextWake: MonotonicTime? { get }

  /// Whether the stores that the lane needs are there, and its clock is right. Asked after each call.
  var isAble: Bool { get }

  /// Since the start; they only grow. They travel in heartbeats. Asked once a second. A name is short,
  /// as in `verification_done`: a gateway shows it as `countersign_worker_verification_done_total`.
  var counters: [(name: String, value: UInt64)] { get }

  /// This process' clock less that of each store, as far as known. They travel in heartbeats. Asked
  /// once a second.
  var clockOffsets: [(store: String, milliseconds: Int64)] { get }

  /// After the last request was answered: time to write what is still held back.
  func drained(_ outlet: LaneOutlet)
}

extension LaneHandler {
  public func pause(_ outlet: LaneOutlet) {}

  public var clockOffsets: [(store: String, milliseconds: Int64)] { [] }
}
