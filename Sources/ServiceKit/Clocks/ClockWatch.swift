import Instants
import Synchronization

/// Holds the clock of a process against those of its stores, once for all of its lanes, and says in
/// the log what changes. May be used from any thread.
public final class ClockWatch: Sendable {
  private let standing: Mutex<ClockStanding>
  private let time: any TimeSource
  private let log: Logger

  public init(limits: ClockLimits = .standard, time: any TimeSource, log: Logger) {
    standing = Mutex(ClockStanding(limits: limits))
    self.time = time
    self.log = log
  }

  /// Whether to answer by this clock (`ClockDecision.isFit`); what is new about it goes to the log. Asks
  /// no store: a clock that was set since it was last held against theirs shows all the same.
  @discardableResult
  public func judge() -> Bool {
    let now = ClockMoment(time)
    let (isFit, news) = standing.withLock { standing in
      let news = standing.judge(at: now)
      return (standing.decision.isFit, news)
    }
    for item in news { say(item) }
    return isFit
  }

  public func note(
    _ theirs: UnixMilliseconds, of store: StoreClock, sentAt: MonotonicTime,
    receivedAt: MonotonicTime
  ) {
    let reading = ClockReading(theirs: theirs, sentAt: sentAt, receivedAt: receivedAt)
    standing.withLock { $0.note(reading, of: store, at: receivedAt) }
    judge()
  }

  /// Whether the calling lane is to ask Redis for its time now.
  public func takeRedisTurn() -> Bool {
    let now = time.monotonic()
    return standing.withLock { $0.takeRedisTurn(at: now) }
  }

  /// This clock less the stores', as far as known.
  public var offsets: [(store: StoreClock, milliseconds: Int64)] {
    let now = ClockMoment(time)
    return standing.withLock { standing in
      StoreClock.allCases.compactMap { store in
        standing.offsetMilliseconds(from: store, at: now).map { (store, $0) }
      }
    }
  }

  private func say(_ news: ClockNews) {
    switch news {
    case .distance(let store, .near, let offset):
      log.info("The clock is that of a store again", fields(store, offset))
    case .distance(let store, .apart, let offset):
      log.warning("The clock differs from a store's", fields(store, offset))
    case .distance(let store, .far, let offset):
      log.warning("The clock is far from a store's", fields(store, offset))
    case .unfit:
      log.error("No store has the time that the clock has: nothing is answered until one does")
    case .fit: log.info("The clock is trusted again")
    }
  }

  private func fields(_ store: StoreClock, _ offsetMilliseconds: Int64) -> [LogField] {
    [LogField("store", store.rawValue), LogField("offset_ms", offsetMilliseconds)]
  }
}
