import Instants
import Redis

extension RedisStore {
  /// Brings what we use into line with `row`, which was just read from PostgreSQL (`nil`: PostgreSQL
  /// is away, and the newest row known holds on). Call it once a second, and whenever `state` is not
  /// ready; it connects when that is due.
  public func reconcile(_ row: EpochRow?) -> EpochAdvice {
    if let row { standing = EpochStanding(row: row, readAt: time.monotonic()) }
    guard let link = connectedLink(), let standing else { return .away }
    if names(standing.row, link), confirmed?.epoch == standing.row.epoch {
      return .ready(epoch: standing.row.epoch)
    }
    confirmed = nil
    do throws(RedisStoreError) {
      return try act(on: try decide(standing, link), standing.row, isCurrent: row != nil)
    } catch {
      return .away
    }
  }

  /// Redis' own clock.
  public func clock() throws(RedisStoreError) -> UnixMilliseconds {
    _ = try requireReady()
    pipeline.removeAll()
    pipeline.command("TIME", argumentCount: 0)
    guard let time = try exchange(pipeline)[0].time else { throw unreadableAnswer() }
    return time
  }

  private func names(_ row: EpochRow, _ link: RedisLink) -> Bool {
    row.runID == link.server.runID
  }

  private func decide(
    _ standing: EpochStanding, _ link: RedisLink
  ) throws(RedisStoreError) -> EpochDecision {
    let row = standing.row
    pipeline.removeAll()
    // By MGET, to which a value of another type is none: GET would fail at each try, for ever.
    pipeline.command("MGET", RedisKeys(epoch: row.epoch).run)
    let mark = try exchange(pipeline)[0].array?.first?.bytes
    let now = time.monotonic()
    return EpochDecision.make(
      row: row, ageSeconds: standing.ageSeconds(at: now), runID: link.server.runID,
      uptimeSeconds: link.uptimeSeconds(at: now), mark: mark,
      hasSeenMark: seenMark == SeenMark(epoch: row.epoch, runID: link.server.runID))
  }

  private func act(
    on decision: EpochDecision, _ row: EpochRow, isCurrent: Bool
  ) throws(RedisStoreError) -> EpochAdvice {
    switch decision {
    case .ready: break
    case .mark: try setMark(row)
    case .raise:
      // Without PostgreSQL there is no row to raise.
      guard isCurrent, let link else { return .away }
      return .raise(from: row.epoch, runID: link.server.runID)
    case .leave:
      leave(reason: "the row of redis_epoch names another Redis")
      return .away
    }
    confirm(row)
    return .ready(epoch: row.epoch)
  }

  /// Somebody else may set it at the same time: then it is the same.
  private func setMark(_ row: EpochRow) throws(RedisStoreError) {
    guard let link else { throw .away }
    let run = RedisKeys(epoch: row.epoch).run
    pipeline.removeAll()
    pipeline.command("SET", run, link.mark, Array("NX".utf8))
    pipeline.command("GET", run)
    try check(mark: try exchange(pipeline)[1])
  }
}
