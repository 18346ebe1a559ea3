/// What the bus says to a request at once.
public enum SubmitOutcome: Hashable, Sendable {
  /// A `GatewayEvent` will follow.
  case sent
  case refused(SubmitRefusal)
}

public enum SubmitRefusal: Hashable, Sendable {
  /// No able worker of the service is known.
  case noWorker
  /// The service's cap, or the capacity of all its workers, is reached.
  case full
  /// Target and headers, or the body, are larger than a message may be.
  case tooLarge
}
