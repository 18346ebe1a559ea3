/// The numbers of the bus, the same on both sides.
enum BusRules {
  static let heartbeatMilliseconds: Int64 = 1000
  /// After this long without a message the peer is gone.
  static let silenceMilliseconds: Int64 = 3000
  /// The longest wait of a worker before it connects anew to a gateway that it has lost: a cut of
  /// minutes costs no more than one of seconds. Who was never heard, or was refused, waits longer.
  static let returnMilliseconds: Int64 = 2000
  /// How long a worker waits for the echo of its `DRAIN`.
  static let drainEchoMilliseconds: Int64 = 3000
  /// How often a worker tries to announce itself while its connection is not complete.
  static let announceMilliseconds: Int64 = 100
  /// How long a worker whose queue is full is not chosen.
  static let congestionMilliseconds: Int64 = 100
  /// A request is given to this many workers, one after the other, and then to none.
  static let sends = 2
  /// Workers that one gateway lane knows.
  static let workers = 1024
  /// The smallest clock difference of this many heartbeats counts, so that a clock that was set
  /// is believed again after as many seconds.
  static let clockSamples = 8
  /// Hints that wait for the work thread; further ones are dropped, they are only hints.
  static let waitingHints = 1024
  /// Messages taken from one socket before others get their turn.
  static let messagesPerTurn = 1024
  /// A body or an event.
  static let frameBytes = 8 << 20
  /// The largest frame that a socket takes: a body, and what CURVE puts around it.
  static let socketFrameBytes = Int64(frameBytes) + (1 << 10)
  /// What a refusal for want of room or of workers advises.
  static let retryAfterMilliseconds: UInt32 = 1000
  /// A day: no deadline is further away.
  static let farMilliseconds: Int64 = 86_400_000
}
