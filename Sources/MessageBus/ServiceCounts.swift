/// What became of a service's requests since the start of this gateway lane.
///
/// `sent == answered + refused + expired + lost` once none is in flight.
public struct ServiceCounts: Hashable, Sendable {
  /// Given to a worker; a second try counts no second time.
  public internal(set) var sent: UInt64 = 0
  public internal(set) var answered: UInt64 = 0
  /// The worker said no.
  public internal(set) var refused: UInt64 = 0
  /// The deadline passed first.
  public internal(set) var expired: UInt64 = 0
  /// The worker went, and no other could be asked.
  public internal(set) var lost: UInt64 = 0
  /// Never sent: no worker, or the cap was reached.
  public internal(set) var turnedAway: UInt64 = 0
  /// Sent once more because a worker went.
  public internal(set) var rerouted: UInt64 = 0
  /// Replies that nobody waited for, or not from that worker.
  public internal(set) var droppedReplies: UInt64 = 0

  public init() {}

  /// What is still to be decided.
  public var inFlight: UInt64 { sent - answered - refused - expired - lost }
}
