/// What a listener lets its peers in for.
enum PeerRight: Hashable, Sendable {
  /// To announce itself to a gateway as a worker of the services that its line names.
  case announce
  /// To hear what administration publishes.
  case hearHints
  /// To call verification as a direct client.
  case callVerification
}
