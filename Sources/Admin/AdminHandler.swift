import Instants
import LicenseStore
import Licensing
import MessageBus
import ServiceKit

/// The admin process' side of a lane: answers calls one after the other, and does the background
/// duties in between. Made, used and dropped on the lane's work thread.
public final class AdminHandler: LaneHandler {
  private let service: AdminService
  private let duties: AdminDuties
  /// Keeps the lane's stores up: its epoch, once a second.
  private let keepStores: () -> Void

  /// `keepStores` is called at each tick.
  public init(service: AdminService, duties: AdminDuties, keepStores: @escaping () -> Void) {
    self.service = service
    self.duties = duties
    self.keepStores = keepStores
  }

  public func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    for request in batch {
      let reply = service.reply(to: request)
      for hint in service.takeHints() { outlet.publish(topic: hint.topic, event: hint.event) }
      outlet.reply(reply, to: request.id)
      // The next call may have to wait for a store; this one's answer does not.
      outlet.flush()
    }
  }

  public func tick(_ outlet: LaneOutlet) {
    keepStores()
    duties.tick()
  }

  public func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {}

  public var nextWake: MonotonicTime? { duties.nextWake }

  /// Everything here needs PostgreSQL; without Redis changes are taken, and told later.
  public var isAble: Bool { service.store.isAvailable }

  public var counters: [(name: String, value: UInt64)] { duties.counters }

  public func drained(_ outlet: LaneOutlet) {}
}
