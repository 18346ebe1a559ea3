/// What a direct client learns. Requests are named by the number that `submit` gave; each one ends
/// by exactly one of `answered`, `refused`, `expired` and `lost`.
public enum DirectEvent: Hashable, Sendable {
  /// The operator key was accepted: requests may be sent.
  case ready
  /// The operator key was not accepted; it will be shown again after a while.
  case keyRefused(code: String)
  /// The server stops, or the connection went; it is made anew after a while.
  case notReady
  case answered(UInt64, BusReply)
  /// By the bus, before work on it began. `retryAfterMilliseconds` 0: nothing is known.
  case refused(UInt64, code: String, retryAfterMilliseconds: UInt32)
  /// Its time is over; what became of it is unknown. A later answer is dropped.
  case expired(UInt64)
  /// The connection went; what became of it is unknown.
  case lost(UInt64)
}
