import Instants
import LicenseStore
import Licensing
import MessageBus
import ServiceAPI
import ServiceKit

/// The admin process' side of a lane: answers calls one after the other, and does the background
/// duties in between. Made, used and dropped on the lane's work thread.
public final class AdminHandler: LaneHandler {
  private let service: AdminService
  /// On the first lane.
  private let duties: AdminDuties?
  private let session: StoreSession
  private let log: Logger
  private var counts = ReplyCounts(service: "admin")
  private var isMigrated = false

  public init(
    service: AdminService, duties: AdminDuties?, session: StoreSession, log: Logger
  ) {
    self.service = service
    self.duties = duties
    self.session = session
    self.log = log
  }

  public func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    session.tick()
    for request in batch {
      let reply = service.reply(to: request)
      counts.add(reply.status)
      for hint in service.takeHints() { outlet.publish(topic: hint.topic, event: hint.event) }
      outlet.reply(reply, to: request.id)
      // The next call may have to wait for a store; this one's answer does not.
      outlet.flush()
    }
  }

  public func tick(_ outlet: LaneOutlet) {
    guard isMigrated || migrate() else { return }
    session.tick()
    duties?.tick()
  }

  /// What admins tell each other is read from the stores with each call anyway.
  public func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {}

  public var nextWake: MonotonicTime? { isMigrated ? duties?.nextWake : nil }

  /// Every call needs PostgreSQL; without Redis changes are taken, and told later.
  public var isAble: Bool {
    isMigrated && session.isPostgresThere && session.postgres.isAvailable
  }

  public var counters: [(name: String, value: UInt64)] {
    counts.counters + session.counters + (duties?.counters ?? [])
  }

  public func drained(_ outlet: LaneOutlet) {}

  /// Tried again with each tick while PostgreSQL is away. Lanes and processes that do it at the same
  /// time wait for the first.
  private func migrate() -> Bool {
    do {
      let applied = try session.postgres.migrate()
      if !applied.isEmpty { log.info("Migrated", [LogField("steps", applied.count)]) }
      isMigrated = true
    } catch {
      log.warning("The database could not be migrated", [LogField("reason", error.code)])
    }
    return isMigrated
  }
}
