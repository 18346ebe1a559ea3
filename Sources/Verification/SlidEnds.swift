import Instants
import LicenseStore
import Licensing
import ServiceAPI
import ServiceKit

/// Where valid verdicts moved tokens' ends: to Redis with the next trip, or at once where none is
/// gathering; to PostgreSQL seldom and many in one statement (data.md, "Cost").
struct SlidEnds {
  /// Rows of one statement.
  static let rowsPerStatement = 1000
  /// At the end of a process no more than these are written: a stop has a deadline.
  static let statementsAtTheEnd = 20

  /// What the next trip takes along.
  private(set) var writes: [SlideWrite] = []
  private var seen = SeenBuffer()
  private(set) var written: UInt64 = 0

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

  /// Sends one statement's worth to PostgreSQL, if anything is due. What fails stays.
  mutating func flushToPostgres(_ session: StoreSession, log: Logger) {
    let updates = seen.take(upTo: Self.rowsPerStatement)
    guard !updates.isEmpty else { return }
    do throws(StoreError) {
      try session.postgres.recordSeen(updates)
      written += UInt64(updates.count)
    } catch {
      seen.putBack(updates)
      log.debug("Slid ends could not be written", [LogField("reason", error.code)])
    }
  }

  var isPostgresDue: Bool { !seen.isEmpty }
}
