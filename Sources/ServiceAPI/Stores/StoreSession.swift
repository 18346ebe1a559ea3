import Instants
import LicenseStore
import Licensing
import ServiceKit

/// The stores of one lane: PostgreSQL, Redis under the epoch that PostgreSQL names, and the apps in
/// memory. Used by the lane's work thread alone.
///
/// data.md, "Why nothing revoked comes back", point 3: a process reads `redis_epoch` on connect and
/// once a second, and leaves a Redis that the row does not name.
public final class StoreSession {
  /// How often the epoch and, without Redis, the apps' revision are read.
  public static let millisecondsBetweenTicks: Int64 = 1000
  /// How long after a new epoch a change is not yet said to be in effect.
  public static let secondsToSettle: Int64 = 3
  /// How long after a new epoch nonces of the one before can still be fresh.
  public static let secondsOfStrictness: Int64 = 360

  public let postgres: PostgresStore
  public let redis: RedisStore
  public let apps = AppDirectory()
  public let time: any TimeSource

  private let log: Logger
  private var row: EpochRow?
  private var rowReadAt: MonotonicTime?
  private var tickedAt: MonotonicTime?

  public init(postgres: PostgresStore, redis: RedisStore, time: any TimeSource, log: Logger) {
    self.postgres = postgres
    self.redis = redis
    self.time = time
    self.log = log
  }

  /// The epoch under which Redis may be read and written now; `nil`: Redis is away.
  public var epoch: Int64? { redis.epoch }

  /// Seconds since the epoch in use was made; `nil` while it is unknown.
  public var epochAgeSeconds: Int64? {
    guard let row, let rowReadAt else { return nil }
    return row.ageSeconds + time.monotonic().milliseconds(since: rowReadAt) / 1000
  }

  /// Whether nonces claimed before may be forgotten: Redis is away, or its epoch is young.
  public var isStrict: Bool {
    epoch == nil || isYounger(than: Self.secondsOfStrictness)
  }

  /// Whether every process acts under the epoch in use by now.
  public var isSettled: Bool {
    epoch != nil && !isYounger(than: Self.secondsToSettle)
  }

  private func isYounger(than seconds: Int64) -> Bool {
    guard let row, let age = epochAgeSeconds else { return true }
    return !row.isFirst && age < seconds
  }

  // MARK: Keeping up

  /// To be called at least once a second.
  public func tick() {
    let now = time.monotonic()
    if let tickedAt, now.milliseconds(since: tickedAt) < Self.millisecondsBetweenTicks { return }
    tickedAt = now
    keepEpoch()
    keepApps()
  }

  /// Reads the row, and raises it where this Redis is not the one that it names.
  public func keepEpoch() {
    let current: EpochRow
    do {
      current = try postgres.redisEpoch()
    } catch {
      redis.reconcile(nil)
      return
    }
    adopt(current)
    if case .raise(let old, let runID) = redis.reconcile(current) {
      raise(from: old, runID: runID)
    }
  }

  private func raise(from old: Int64, runID: String) {
    do {
      let raised = try postgres.raiseEpoch(from: old, runID: runID)
      log.warning("a new Redis epoch", [.integer("epoch", raised.epoch)])
      adopt(raised)
      redis.reconcile(raised)
    } catch {
      log.warning("the Redis epoch could not be raised", [.text("reason", error.code)])
    }
  }

  private func adopt(_ current: EpochRow) {
    if let row, row.epoch != current.epoch { apps.forget() }
    row = current
    rowReadAt = time.monotonic()
  }

  private func keepApps() {
    do {
      try lookAtApps()
    } catch {
      log.debug("the apps' revision could not be read", [.text("reason", error.code)])
    }
  }

  /// One look at the apps' revision: in Redis, where it is there, else in PostgreSQL.
  public func lookAtApps() throws(StoreError) {
    try apps.look(at: time.monotonic(), read: readRevision, load: postgres.loadApps)
  }

  /// What a trip read as the apps' revision; absent: PostgreSQL says it.
  public func compareApps(_ revision: Int64?, readAfter start: MonotonicTime) throws(StoreError) {
    guard let revision else { return try lookAtApps() }
    try apps.compare(revision, readAfter: start, load: postgres.loadApps)
  }

  private func readRevision() throws(StoreError) -> Int64 {
    if let revision = redis.appsRevision() { return revision }
    let revision = try postgres.appsRevision()
    redis.offerAppsRevision(revision)
    return revision
  }
}
