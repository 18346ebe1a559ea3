import Instants
import Licensing
import Testing

@testable import LicenseStore

@Suite struct `Seats given back side by side` {
  @Test func `of forty devices exactly as many as the quota allows`() throws {
    let fixture = try DeactivationFixture(quota: "3")
    let commands = try (0..<40).map { fixture.command(try fixture.bind("device-\($0)")) }
    let outcomes = try Crowd.run(commands, workers: 16, store: { fixture.store() }) {
      (store, command) throws(StoreError) in try store.deactivate(command)
    }
    #expect(outcomes.compactMap(\.seat?.seatsUsed).sorted() == [37, 38, 39])
    #expect(outcomes.count(where: { $0.refusal != nil }) == 37)
    #expect(try fixture.seats.boundCount(fixture.license) == 37)
    #expect(try fixture.unbindCount() == 3)
  }

  @Test func `one device that asks ten times at once gives one seat back, and is counted once`()
    throws
  {
    let fixture = try DeactivationFixture(quota: "1")
    let grant = try fixture.bind("device-1")
    let commands = (0..<10).map { _ in fixture.command(grant) }
    let outcomes = try Crowd.run(commands, workers: 10, store: { fixture.store() }) {
      (store, command) throws(StoreError) in try store.deactivate(command)
    }
    #expect(outcomes.count(where: { $0.seat != nil }) == 10)
    #expect(try fixture.unbindCount() == 1)
  }

  @Test func `a commit that counted, its answer lost, is found by its request id`() throws {
    let fixture = try DeactivationFixture(quota: "1")
    let grant = try fixture.bind("device-1")
    let proxy = try CommitLosingProxy(to: fixture.seats.database.url)
    let outcome = try fixture.seats.store(url: proxy.url).deactivate(fixture.command(grant))
    #expect(outcome.seat?.seatsUsed == 0)
    #expect(proxy.lostCommits == 1)
    #expect(try fixture.unbindCount() == 1)
    #expect(try fixture.seats.count("requests WHERE made_kind = 'unbinding'") == 1)
  }
}
