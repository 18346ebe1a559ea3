import Instants
import LicenseStore
import Licensing
import MessageBus
import ServiceAPI

/// The admin process' side of a lane: answers calls one after the other, and does the background
/// duties in between. Made, used and dropped on the lane's work thread.
public final class AdminHandler: LaneHandler {
  private let service: AdminService
  private let duties: AdminDuties
  private let session: StoreSession
  private var counts = ReplyCounts(service: "admin")

  public init(service: AdminService, duties: AdminDuties, session: StoreSession) {
    self.service = service
    self.duties = duties
    self.session = session
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
    session.tick()
    duties.tick()
  }

  /// What admins tell each other is read from the stores with each call anyway.
  public func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {}

  public var nextWake: MonotonicTime? { duties.nextWake }

  /// Every call needs PostgreSQL; without Redis changes are taken, and told later.
  public var isAble: Bool { session.isPostgresThere && session.postgres.isAvailable }

  public var counters: [(name: String, value: UInt64)] {
    counts.counters + session.counters + duties.counters
  }

  public func drained(_ outlet: LaneOutlet) {}
}
