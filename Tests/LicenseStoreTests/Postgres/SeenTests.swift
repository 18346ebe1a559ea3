import Instants
import LicenseStore
import Licensing
import Postgres
import Testing

@Suite struct SeenTests {
  let fixture: SeatFixture
  let store: PostgresStore
  let grant: SeatGrant

  init() throws {
    fixture = try SeatFixture.shared()
    store = fixture.store()
    let license = try fixture.makeLicense(seats: nil)
    grant = try #require(try store.activate(fixture.command(license, "device-1")).grant)
  }

  private func update(
    seen: Int64, ends: Int64, generation: UInt32 = 1
  ) -> SeenUpdate {
    SeenUpdate(
      bindingID: grant.binding.id, generation: generation, endsAt: SeatFixture.start + ends,
      seenAt: SeatFixture.start + seen)
  }

  private func snapshot() throws -> BindingSnapshot {
    try #require(try store.snapshots(of: [grant.binding.id])[grant.binding.id])
  }

  @Test func `both instants move forward, and the version stays`() throws {
    try store.recordSeen([update(seen: 100, ends: 50_000)])
    let after = try snapshot()
    #expect(after.binding.lastSeenAt == SeatFixture.start + 100)
    #expect(after.token.endsAt == SeatFixture.start + 50_000)
    #expect(after.binding.version == grant.binding.version)
  }

  @Test func `neither moves back, each for itself`() throws {
    try store.recordSeen([update(seen: 100, ends: 50_000)])
    try store.recordSeen([update(seen: 50, ends: 60_000)])
    try store.recordSeen([update(seen: 200, ends: 40_000)])
    let after = try snapshot()
    #expect(after.binding.lastSeenAt == SeatFixture.start + 200)
    #expect(after.token.endsAt == SeatFixture.start + 60_000)
  }

  @Test func `an end counts for its generation only`() throws {
    try store.recordSeen([update(seen: 1, ends: 90_000, generation: 2)])
    #expect(try snapshot().token.endsAt == grant.token.endsAt)
    #expect(try snapshot().binding.lastSeenAt == SeatFixture.start + 1)
  }

  @Test func `an unbound binding stays as it was`() throws {
    try fixture.unbind(grant.binding)
    try store.recordSeen([update(seen: 100, ends: 90_000)])
    let after = try snapshot()
    #expect(!after.binding.isBound)
    #expect(after.binding.lastSeenAt == SeatFixture.start)
    #expect(after.token.endsAt == grant.token.endsAt)
  }

  @Test func `a row that somebody holds is passed over, the others are written`() throws {
    let license = try fixture.makeLicense()
    let other = try #require(try store.activate(fixture.command(license, "device-2")).grant)
    let holder = try fixture.connect()
    try holder.runScript(
      "BEGIN; SELECT 1 FROM device_bindings WHERE id = \(grant.binding.id.row) FOR UPDATE")
    var second = update(seen: 100, ends: 50_000)
    second.bindingID = other.binding.id
    try store.recordSeen([update(seen: 100, ends: 50_000), second])
    holder.close()
    #expect(try snapshot().token.endsAt == grant.token.endsAt)
    let written = try store.snapshots(of: [other.binding.id])[other.binding.id]
    #expect(written?.token.endsAt == SeatFixture.start + 50_000)
  }

  @Test func `more updates than one statement takes are all written`() throws {
    var updates = (0..<1200).map { number in
      var unknown = update(seen: 5, ends: 50_000)
      unknown.bindingID = BindingID(rawValue: UInt64(number))
      return unknown
    }
    updates.append(update(seen: 5, ends: 50_000))
    try store.recordSeen(updates)
    #expect(try snapshot().token.endsAt == SeatFixture.start + 50_000)
  }

  @Test func `several updates of one binding count as their newest`() throws {
    try store.recordSeen([
      update(seen: 10, ends: 60_000), update(seen: 30, ends: 50_000),
      update(seen: 20, ends: 99_000, generation: 0),
    ])
    let after = try snapshot()
    #expect(after.binding.lastSeenAt == SeatFixture.start + 30)
    #expect(after.token.endsAt == SeatFixture.start + 60_000)
  }

  @Test func `what does not exist has no snapshot`() throws {
    let unknown = BindingID(rawValue: 1)
    let found = try store.snapshots(of: [grant.binding.id, unknown])
    #expect(found.keys.map { $0 } == [grant.binding.id])
    #expect(try store.snapshots(of: []).isEmpty)
  }
}
