import Instants
import LicenseStore
import Licensing
import Redis
import ServiceAPI
import ServiceKit

@testable import Admin
@testable import MessageBus

/// An admin lane's handler, driven by hand.
final class AdminLane {
  private let handler: AdminHandler
  private let time: ManualTimeSource
  private let outbox: LaneOutbox
  private let outlet: LaneOutlet

  init(_ fixture: AdminFixture, clockLimits: ClockLimits = .none) throws {
    time = fixture.time
    let log = Logger(process: "test", level: .error)
    let redis = RedisStore(
      configuration: RedisConfiguration(address: .unix(path: "/nonexistent")), time: fixture.time,
      log: log)
    handler = AdminHandler(
      service: fixture.service,
      duties: AdminDuties(
        store: fixture.store, publisher: fixture.publisher, time: fixture.time, log: log),
      session: StoreSession(
        postgres: fixture.store, redis: redis,
        clocks: ClockWatch(limits: clockLimits, time: fixture.time, log: log), time: fixture.time,
        log: log))
    outbox = try LaneOutbox()
    outlet = LaneOutlet(outbox: outbox, publications: nil)
  }

  var isAble: Bool { handler.isAble }

  /// The statuses of what is answered at once.
  func handle(_ batch: [BusRequest]) -> [Int] {
    handler.handle(batch, outlet)
    return take()
  }

  func tick() -> [Int] {
    handler.tick(outlet)
    return take()
  }

  /// A request that an operator makes with `key`.
  func request(
    _ key: String, deadline: MonotonicTime = MonotonicTime(nanoseconds: .max)
  ) -> BusRequest {
    BusRequest(
      id: .random(), method: "GET", target: Array("/admin/v1/apps".utf8),
      headers: [BusHeader("authorization", "Bearer \(key)")], clientAddress: "192.0.2.1",
      deadline: deadline, traceID: "", body: [], receivedAt: time.monotonic())
  }

  private func take() -> [Int] {
    outlet.flush()
    var content = LaneOutbox.Content()
    outbox.take(into: &content)
    return content.answers.compactMap { answer in
      if case .reply(let reply) = answer.content { reply.status } else { nil }
    }
  }
}
