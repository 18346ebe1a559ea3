import Instants
import Testing

@testable import Admin

@Suite struct `Administration by a wrong clock` {
  private let fixture: AdminFixture
  private let lane: AdminLane

  init() throws {
    fixture = try AdminFixture()
    fixture.setClock(aheadOfStores: 0)
    lane = try AdminLane(fixture, clockLimits: .standard)
    _ = lane.tick()
    // The look that a lane takes once a second is behind it.
    fixture.time.advance(milliseconds: 50)
  }

  @Test func `answers nothing and works again by itself`() {
    #expect(lane.handle([lane.request(fixture.key)]) == [200])
    #expect(lane.isAble)
    fixture.setClock(aheadOfStores: 3600)
    #expect(!lane.isAble)
    let inHand = lane.request(fixture.key, deadline: fixture.time.monotonic() + 5000)
    #expect(lane.handle([inHand]) == [503])
    fixture.setClock(aheadOfStores: 0)
    #expect(lane.handle([lane.request(fixture.key)]) == [200])
    #expect(lane.isAble)
  }

  @Test func `sweeps no claim by a clock that is two days ahead`() throws {
    _ = try fixture.makeApp()
    fixture.setClock(aheadOfStores: 172_800)
    fixture.time.advance(seconds: 61)
    _ = lane.tick()
    #expect(try fixture.count("requests") == 1)
  }
}
