import Instants
import Redis
import ServiceKit

/// What Redis does for one lane: nonces, rate windows, hot licences and bindings, slid ends.
///
/// Made, used and dropped on the lane's work thread; each call may block for as long as the
/// configuration allows. Whatever fails closes the connection, and no new one is tried for a second:
/// Redis counts as away, nobody waits for it twice.
///
/// Nothing is read or written before `reconcile` has found that this is the Redis which counts.
public final class RedisStore {
  /// How long a Redis that failed is left alone.
  public static let pauseMilliseconds: Int64 = 1000

  let time: any TimeSource
  let log: Logger
  private let configuration: RedisConfiguration
  private(set) var link: RedisLink?
  private var retryAt: MonotonicTime?
  /// The epoch in use; `nil` unless ready.
  var confirmed: ConfirmedEpoch?
  /// The newest row that was read, kept for the time when PostgreSQL is away.
  var standing: EpochStanding?
  /// The mark that this process has seen last, to tell "not yet set" from "lost".
  var seenMark: SeenMark?
  /// Whether the last thing said about Redis was that it is away: said once, not once a second.
  private var isReportedAway = false
  /// Kept for its buffer.
  var pipeline = RedisPipeline()

  struct ConfirmedEpoch {
    let epoch: Int64
    let keys: RedisKeys
  }

  struct SeenMark: Hashable {
    let epoch: Int64
    let runID: String
  }

  public init(configuration: RedisConfiguration, time: any TimeSource, log: Logger) {
    self.configuration = configuration
    self.time = time
    self.log = log
  }

  public var state: RedisState {
    guard let link else { return .away }
    return confirmed.map { .ready(epoch: $0.epoch) } ?? .unconfirmed(runID: link.server.runID)
  }

  /// The epoch to remember before reading or committing what is to be published; `nil` unless ready.
  public var epoch: Int64? { confirmed?.epoch }

  /// What the server said of itself on connect.
  public var server: RedisServer? { link?.server }

  /// Whether what is written now is acted on by every node: not within 3 s of a new epoch.
  public var isEpochSettled: Bool {
    confirmed != nil && standing?.isSettled(at: time.monotonic()) == true
  }

  /// Whether no nonce in its window can be missing: not within 6 minutes of a new epoch, when
  /// verifications must be newer and their nonces are remembered by the process, too.
  public var remembersAllNonces: Bool {
    confirmed != nil && standing?.remembersAllNonces(at: time.monotonic()) == true
  }

  public func close() {
    link = nil
    confirmed = nil
  }
}

extension RedisStore {
  /// Connects unless connected, or unless the last failure is too recent.
  func connectedLink() -> RedisLink? {
    if let link { return link }
    if let retryAt, time.monotonic() < retryAt { return nil }
    do throws(RedisLink.Failure) {
      link = try RedisLink(configuration, at: time.monotonic())
    } catch {
      leave(because: error)
    }
    return link
  }

  /// One trip to the Redis that counts. A failure leaves it.
  func exchange(_ pipeline: RedisPipeline) throws(RedisStoreError) -> [RedisReply] {
    guard let link else { throw .away }
    do throws(RedisError) {
      return try link.exchange(pipeline)
    } catch {
      leave(because: .redis(error))
      throw .failed(error)
    }
  }

  func requireReady() throws(RedisStoreError) -> (RedisLink, RedisKeys) {
    guard let link, let confirmed else { throw .away }
    return (link, confirmed.keys)
  }

  /// Every trip reads `run`; any other answer than our server's id ends the epoch for us.
  func check(mark: RedisReply) throws(RedisStoreError) {
    guard mark.bytes == link?.mark else { throw loseEpoch() }
  }

  func loseEpoch() -> RedisStoreError {
    log.warning("Redis has lost the epoch's mark", [LogField("epoch", confirmed?.epoch ?? 0)])
    confirmed = nil
    return .epochLost
  }

  private func leave(because failure: RedisLink.Failure) {
    switch failure {
    case .redis(let error): leave(reason: error.description)
    case .unfit(let reason): leave(reason: reason)
    }
  }

  func leave(reason: String) {
    close()
    retryAt = time.monotonic() + Self.pauseMilliseconds
    guard !isReportedAway else { return }
    isReportedAway = true
    log.warning("Redis is away", [LogField("reason", reason)])
  }

  func confirm(_ row: EpochRow) {
    guard let link else { return }
    if confirmed?.epoch != row.epoch {
      log.info("Redis is in use", [LogField("epoch", row.epoch)])
    }
    isReportedAway = false
    confirmed = ConfirmedEpoch(epoch: row.epoch, keys: RedisKeys(epoch: row.epoch))
    seenMark = SeenMark(epoch: row.epoch, runID: link.server.runID)
  }
}
