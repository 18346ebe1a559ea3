/// What an answer is worth, at a glance.
enum Verdict: Equatable {
  /// What was asked for.
  case good
  /// The server could not, and says so: 429 and 5xx.
  case refused
  /// What no server may answer to a request that is in order.
  case wrong
}
