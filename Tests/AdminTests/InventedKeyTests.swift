import Instants
import LicenseStore
import MessageBus
import Testing

@testable import Admin

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
    #expect(lane.handle([lane.request(fixture.key)]) == [200])
    #expect(lane.handle(invented(1)).isEmpty)
    #expect(lane.handle([lane.request(fixture.key)]) == [200])
  }

  @Test func `a known key that is revoked is refused with the next call`() throws {
    #expect(lane.handle([lane.request(fixture.key)]) == [200])
    try fixture.database.run("UPDATE operator_keys SET revoked_at = now()")
    #expect(lane.handle([lane.request(fixture.key)]) == [401])
  }

  @Test func `nothing is done for a request that is late by the time it is worked on`() throws {
    let late = lane.request(fixture.key, deadline: fixture.time.monotonic())
    #expect(lane.handle([late]).isEmpty)
  }

  private func invented(_ count: Int) -> [BusRequest] {
    (0..<count).map { _ in lane.request(OperatorSecret.generate().text) }
  }
}
