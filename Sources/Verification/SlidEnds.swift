import Instants
import LicenseStore
import Licensing
import ServiceAPI
import ServiceKit

/// Where valid verdicts moved tokens' ends: to Redis with the next trip, or at once where none is
/// gathering; to PostgreSQL seldom and many in one statement (data.md, "Cost").
struct SlidEnds {
  /// Rows of one statement: some 7 ms, for which the lane's requests wait.
  static let rowsPerStatement = 250
  /// Between two statements, while there is more to write.
  static let pauseMilliseconds: Int64 = 100
  /// At the end of a process no more than these are written: a stop has a deadline.
  static let statementsAtTheEnd = 80

  /// What the next trip takes along.
  private(set) var writes: [SlideWrite] = []
  private var seen = SeenBuffer()
  private(set) var written: UInt64 = 0
  private var nextStatement: MonotonicTime?

  /// Updates that found no room in the buffer.
  var dropped: UInt64 { seen.droppedCount }

  /// Notes that a current token's end is now + its life from here on.
  mutating func slide(_ standing: Standing, to end: Timestamp, ttlSeconds: Int, now: Timestamp) {
    let token = standing.binding.token
    if standing.slid?.endsAt == end { return }
    let postgresEndsAt = seen.note(
      standing.binding.id, generation: token.generation, slidTo: end,
      postgresEndsAt: standing.slid?.postgresEndsAt ?? token.endsAt,
      tokenTTLSeconds: ttlSeconds, at: now)
    let slid = SlidEnd(
      bindingID: standing.binding.id, generation: token.generation, endsAt: end,
      postgresEndsAt: postgresEndsAt)
    writes.append(SlideWrite(slid, tokenTTLSeconds: ttlSeconds))
  }

  /// After a trip took them along, or failed: where Redis is away PostgreSQL's later copy serves.
  mutating func forgetWrites() { writes.removeAll(keepingCapacity: true) }

  /// Sends what was noted to Redis by a trip of its own.
  mutating func flushToRedis(_ session: StoreSession) {
    guard !writes.isEmpty else { return }
    if session.epoch != nil { _ = try? session.redis.write(writes) }
    forgetWrites()
  }

  /// When there is something to send to PostgreSQL.
  var nextFlush: MonotonicTime? { seen.isEmpty ? nil : nextStatement }

  /// Sends one statement's worth to PostgreSQL, if anything is due. What fails stays.
  mutating func flushToPostgres(_ session: StoreSession, log: Logger) {
    let now = session.time.monotonic()
    if let nextStatement, now < nextStatement { return }
    nextStatement = now + Self.pauseMilliseconds
    writeToPostgres(session, log: log)
  }

  /// Writes what is left, without pauses, and no more statements than that.
  mutating func writeAtTheEnd(
    _ session: StoreSession, statements: Int = Self.statementsAtTheEnd, log: Logger
  ) {
    for _ in 0..<statements where !seen.isEmpty { writeToPostgres(session, log: log) }
  }

  private mutating func writeToPostgres(_ session: StoreSession, log: Logger) {
    let updates = seen.take(upTo: Self.rowsPerStatement)
    guard !updates.isEmpty else { return }
    do throws(StoreError) {
      try session.postgres.recordSeen(updates)
      written += UInt64(updates.count)
    } catch {
      seen.putBack(updates)
      nextStatement = session.time.monotonic() + StoreSession.millisecondsBetweenTicks
      log.debug("Slid ends could not be written", [LogField("reason", error.code)])
    }
  }
}
