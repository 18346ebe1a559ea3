/// What decides when a request is sent.
public enum Pace: Equatable, Sendable {
  /// A connection sends when its last answer came and it has thought for a while.
  case closed(thinkNanoseconds: Int64)
  /// Requests are due by the clock, whether or not a connection is free.
  case open(requestsPerSecond: Double)
}
