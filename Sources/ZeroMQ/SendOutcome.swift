/// What became of a frame that was offered to a socket.
public enum SendOutcome: Hashable, Sendable {
  case sent
  /// The peer's high-water mark is reached, or a dealer has no completed connection. Nothing was
  /// taken.
  case full
  /// A mandatory router knows no such peer. Nothing was taken.
  case unreachable
}
