import Wire

/// What a gateway lane knows of one worker lane.
public struct WorkerReport: Hashable, Sendable {
  public let service: String
  public let instance: String
  /// By this gateway lane's own count; expired requests stay in it until the worker answers.
  public let inFlight: Int
  /// By its last heartbeat: the age of the oldest request it has in hand, in milliseconds.
  public let oldestMs: UInt32
  public let able: Bool
  public let draining: Bool
  /// Since the worker's start; they only grow.
  public let counters: [HeartbeatCounter]
  /// By its last heartbeat: its clock less its stores'.
  public let clockOffsets: [ClockOffset]
}
