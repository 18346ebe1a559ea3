import Instants
import LicenseStore
import Licensing
import ServiceKit

/// The stores of one lane: PostgreSQL, Redis under the epoch that PostgreSQL names, and the apps in
/// memory, which its process holds once for all lanes. Used by the lane's work thread alone.
///
/// data.md, "Why nothing revoked comes back", point 3: a process reads `redis_epoch` on connect and
/// once a second, and leaves a Redis that the row does not name.
public final class StoreSession {
  /// How often the epoch and the apps' revision are read, asked for or not.
  public static let millisecondsBetweenTicks: Int64 = 1000

  public let postgres: PostgresStore
  public let redis: RedisStore
  /// As the lane has taken them last: it decides by these, whatever other lanes find meanwhile.
  public internal(set) var apps: AppSnapshot
  public let time: any TimeSource
  /// Of the process: its clock, held against those of the stores.
  public let clocks: ClockWatch

  let directory: AppDirectory
  var pace = LookPace()
  /// The epoch of the row that was read last.
  private(set) var knownEpoch: Int64?
  private let log: Logger
  private var tickedAt: MonotonicTime?
  private var hasSeenSchema = false
  private var missedSchema: Int?
  private var ticksWithoutRedis: UInt64 = 0
  private var ticksWithoutPostgres: UInt64 = 0
  /// Whether PostgreSQL answered when it was last asked for the epoch.
  public private(set) var isPostgresThere = false

  /// - Parameter directory: of the process; without one the session has its own.
  public init(
    postgres: PostgresStore, redis: RedisStore, directory: AppDirectory? = nil,
    clocks: ClockWatch, time: any TimeSource, log: Logger
  ) {
    self.postgres = postgres
    self.redis = redis
    self.directory = directory ?? AppDirectory(time: time, log: log)
    self.clocks = clocks
    self.time = time
    self.log = log
    apps = self.directory.snapshot
  }

  /// The epoch under which Redis may be read and written now; `nil`: Redis is away.
  public var epoch: Int64? { redis.epoch }

  // MARK: Keeping up

  /// To be called often; takes what other lanes found, and works once a second.
  public func tick() {
    takeApps()
    let now = time.monotonic()
    if let tickedAt, now.milliseconds(since: tickedAt) < Self.millisecondsBetweenTicks { return }
    tickedAt = now
    keepEpoch()
    keepApps()
    readRedisClock()
    if epoch == nil { ticksWithoutRedis += 1 }
    if !isPostgresThere { ticksWithoutPostgres += 1 }
  }

  /// For a lane's heartbeats.
  public var counters: [(name: String, value: UInt64)] {
    [
      ("seconds_without_redis", ticksWithoutRedis),
      ("seconds_without_postgres", ticksWithoutPostgres),
    ]
  }

  /// For a lane's heartbeats.
  public var clockOffsets: [(store: String, milliseconds: Int64)] {
    clocks.offsets.map { ($0.store.rawValue, $0.milliseconds) }
  }

  /// Reads the row of `redis_epoch`, and raises it where the Redis at hand is not the one that it
  /// names. To be called, too, as soon as a trip finds its epoch lost.
  public func keepEpoch() {
    let row = isSchemaThere() ? readEpoch() : nil
    isPostgresThere = row != nil
    guard case .raise(let old, let runID) = adopt(row) else { return }
    do throws(StoreError) {
      let raised = try postgres.raiseEpoch(from: old, runID: runID)
      log.warning("A new Redis epoch begins", [LogField("epoch", raised.epoch)])
      _ = adopt(raised)
    } catch {
      log.warning("The Redis epoch could not be raised", [LogField("reason", error.code)])
    }
  }

  private func readEpoch() -> EpochRow? {
    let sentAt = time.monotonic()
    guard let row = try? postgres.redisEpoch() else { return nil }
    if let clock = row.serverClock {
      clocks.note(clock, of: .postgres, sentAt: sentAt, receivedAt: time.monotonic())
    }
    return row
  }

  /// Now and then, by one lane of the process.
  private func readRedisClock() {
    guard epoch != nil, clocks.takeRedisTurn() else { return }
    let sentAt = time.monotonic()
    guard let clock = try? redis.clock() else { return }
    clocks.note(clock, of: .redis, sentAt: sentAt, receivedAt: time.monotonic())
  }

  /// Other processes than admin wait for the schema that they need, and say so.
  private func isSchemaThere() -> Bool {
    if hasSeenSchema { return true }
    guard let found = try? postgres.schemaVersion() else { return false }
    hasSeenSchema = found >= Migration.requiredVersion
    if !hasSeenSchema, found != missedSchema {
      missedSchema = found
      log.warning(
        "Waiting for a newer schema of the database",
        [LogField("found", found), LogField("needed", Migration.requiredVersion)])
    }
    return hasSeenSchema
  }

  private func adopt(_ row: EpochRow?) -> EpochAdvice {
    if let row {
      knownEpoch = row.epoch
      directory.enter(row.epoch)
      takeApps()
    }
    return redis.reconcile(row)
  }

  private func keepApps() {
    do throws(StoreError) {
      try lookAtApps()
    } catch {
      log.debug("The apps' revision could not be read", [LogField("reason", error.code)])
    }
  }
}
