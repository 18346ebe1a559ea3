/// Whether a direct client's request was sent.
public enum DirectSubmission: Hashable, Sendable {
  /// Under this number; an event will say how it ended.
  case sent(UInt64)
  /// There is no accepted connection now.
  case notReady
  /// As much is in flight as may be, or the socket takes no more now.
  case full
  /// The question is larger than a message may be.
  case tooLarge
}
