import Instants
import LicenseStore
import Licensing
import Redis
import ServiceAPI
import ServiceKit
import Testing

@testable import Admin
@testable import MessageBus

/// Keys that nobody made must not cost PostgreSQL a look each.
@Suite struct InventedKeyTests {
  private let fixture: AdminFixture
  private let lane: AdminLane

  init() throws {
    fixture = try AdminFixture()
    lane = try AdminLane(fixture)
    // The look that a lane takes once a second is behind it.
    _ = lane.tick()
    fixture.time.advance(milliseconds: 50)
  }

  @Test func `invented keys are looked up together, and others not again for 50 ms`() {
    #expect(lane.handle(invented(100)) == Array(repeating: 401, count: 100))
    #expect(lane.handle(invented(100)).isEmpty)
    fixture.time.advance(milliseconds: 49)
    #expect(lane.tick().isEmpty)
    fixture.time.advance(milliseconds: 1)
    #expect(lane.tick() == Array(repeating: 401, count: 100))
  }

  @Test func `a known key waits for nobody`() {
    #expect(lane.handle([request(fixture.key)]) == [200])
    #expect(lane.handle(invented(1)).isEmpty)
    #expect(lane.handle([request(fixture.key)]) == [200])
  }

  @Test func `a known key that is revoked is refused with the next call`() throws {
    #expect(lane.handle([request(fixture.key)]) == [200])
    try fixture.database.run("UPDATE operator_keys SET revoked_at = now()")
    #expect(lane.handle([request(fixture.key)]) == [401])
  }

  @Test func `nothing is done for a request that is late by the time it is worked on`() throws {
    let late = request(fixture.key, deadline: fixture.time.wall())
    #expect(lane.handle([late]).isEmpty)
  }

  private func invented(_ count: Int) -> [BusRequest] {
    (0..<count).map { _ in request(OperatorSecret.generate().text) }
  }

  private func request(_ key: String, deadline: UnixMilliseconds = UnixMilliseconds(.max))
    -> BusRequest
  {
    BusRequest(
      id: .random(), method: "GET", target: Array("/admin/v1/apps".utf8),
      headers: [BusHeader("authorization", "Bearer \(key)")], clientAddress: "192.0.2.1",
      deadline: deadline, traceID: "", body: [], receivedAt: fixture.time.monotonic())
  }
}

/// An admin lane's handler, driven by hand.
private final class AdminLane {
  private let handler: AdminHandler
  private let outbox: LaneOutbox
  private let outlet: LaneOutlet

  init(_ fixture: AdminFixture) throws {
    let log = Logger(process: "test", level: .error)
    let redis = RedisStore(
      configuration: RedisConfiguration(address: .unix(path: "/nonexistent")), time: fixture.time,
      log: log)
    handler = AdminHandler(
      service: fixture.service,
      duties: AdminDuties(
        store: fixture.store, publisher: fixture.publisher, time: fixture.time, log: log),
      session: StoreSession(
        postgres: fixture.store, redis: redis, time: fixture.time, log: log))
    outbox = try LaneOutbox()
    outlet = LaneOutlet(outbox: outbox, publications: nil)
  }

  /// The statuses of what is answered at once.
  func handle(_ batch: [BusRequest]) -> [Int] {
    handler.handle(batch, outlet)
    return take()
  }

  func tick() -> [Int] {
    handler.tick(outlet)
    return take()
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
