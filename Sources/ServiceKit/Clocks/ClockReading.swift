import Instants

/// What a store's clock said, and when by our monotonic clock: from then on the one goes as the other
/// does, so that a wall clock which is set meanwhile shows at once, without another question.
public struct ClockReading: Hashable, Sendable {
  /// So long a reading counts. Monotonic clocks are slewed by 500 ppm at most: 0.3 s in that time.
  public static let lifeMilliseconds: Int64 = 600_000

  private let theirs: UnixMilliseconds
  /// The middle of the round trip.
  private let readAt: MonotonicTime
  /// Half of the round trip: the answer may have been made at its start or at its end.
  private let doubtMilliseconds: Int64

  /// - Parameters:
  ///   - sentAt: before the question.
  ///   - receivedAt: after the answer.
  public init(theirs: UnixMilliseconds, sentAt: MonotonicTime, receivedAt: MonotonicTime) {
    let half = max(0, receivedAt.milliseconds(since: sentAt)) / 2
    self.theirs = theirs
    readAt = sentAt + half
    doubtMilliseconds = half
  }

  func counts(at now: MonotonicTime) -> Bool {
    now.milliseconds(since: readAt) < Self.lifeMilliseconds
  }

  /// Our clock less theirs: positive where ours is ahead.
  func offsetMilliseconds(at now: ClockMoment) -> Int64 {
    now.wall.value - theirs.value - now.monotonic.milliseconds(since: readAt)
  }

  /// What of the offset is certain, without its sign.
  func certainMilliseconds(at now: ClockMoment) -> Int64 {
    max(0, abs(offsetMilliseconds(at: now)) - doubtMilliseconds)
  }
}
