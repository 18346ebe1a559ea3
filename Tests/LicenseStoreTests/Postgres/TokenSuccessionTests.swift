import Instants
import LicenseStore
import Licensing
import Testing

/// TOK-04: a lost answer costs nobody a token.
@Suite struct TokenSuccessionTests {
  let fixture: SeatFixture
  let store: PostgresStore
  let license: License
  let first: SeatGrant

  init() throws {
    fixture = try SeatFixture.shared()
    store = fixture.store()
    license = try fixture.makeLicense(plan: .lifetime)
    first = try #require(try store.activate(fixture.command(license, "device-1")).grant)
  }

  private func renew(
    after seconds: Int64, slidEnd: Timestamp? = nil
  ) throws -> SeatGrant {
    let command = fixture.command(license, "device-1") { $0.now = SeatFixture.start + seconds }
    return try #require(try store.renew(command, slidEnd: { _, _ in slidEnd }).grant)
  }

  @Test func `within ten seconds it is the same token, and nothing is left to publish`() throws {
    let again = try renew(after: 9)
    #expect(again.token == first.token)
    #expect(again.binding.version == first.binding.version)
    #expect(again.outboxIDs == [])
  }

  @Test func `later it is the next, and the one before lives sixty seconds`() throws {
    let next = try renew(after: 10)
    #expect(next.token.generation == 2)
    #expect(next.token.previousEndsAt == SeatFixture.start + 70)
    #expect(next.binding.version == first.binding.version + 1)
    #expect(next.outboxIDs.count == 1)
    let lost = try renew(after: 15)
    #expect(lost.token == next.token, "the answer was lost; the same successor comes again")
    let snapshot = try store.snapshots(of: [first.binding.id])[first.binding.id]
    #expect(snapshot?.token == next.token)
  }

  @Test func `the one before does not outlive its own end, which Redis knows better`() throws {
    let next = try renew(after: 100, slidEnd: SeatFixture.start + 130)
    #expect(next.token.previousEndsAt == SeatFixture.start + 130)
  }

  @Test func `a token that has ended is followed by a new one, its end unchanged`() throws {
    let next = try renew(after: 50_000)
    #expect(next.token.generation == 2)
    #expect(next.token.previousEndsAt == SeatFixture.start + 43_200)
    #expect(next.tokenEndsAt == SeatFixture.start + 50_000 + 43_200)
  }

  @Test func `the newest token key makes, and the row names it`() throws {
    let command = fixture.command(license, "device-1") {
      $0.now = SeatFixture.start + 60
      $0.tokenKeys = TokenKeyNumbers(current: 7, others: [1])
    }
    #expect(try store.renew(command).grant?.token.keyNumber == 7)
  }

  @Test func `a token whose key is retired is not given again, be it ever so young`() throws {
    let command = fixture.command(license, "device-1") { $0.tokenKeys.current = 2 }
    let grant = try #require(try store.renew(command).grant)
    #expect(grant.token.generation == 2)
    #expect(grant.token.keyNumber == 2)
  }

  @Test(arguments: [0, 59, 60] as [Int64])
  func `a binding gets another device id once a minute at most`(_ seconds: Int64) throws {
    let store = self.store
    func rekey(to id: String, from old: String, at now: Timestamp) throws -> SeatOutcome {
      try store.renew(
        fixture.command(license, id) {
          $0.devices.append(DeviceID(text: old))
          $0.now = now
        })
    }
    let start = SeatFixture.start
    #expect(try rekey(to: "device-2", from: "device-1", at: start).grant != nil)
    let next = try rekey(to: "device-3", from: "device-2", at: start + seconds)
    let wait = 60 - Int(seconds)
    #expect(next.refusal == (wait > 0 ? .rekeyedJustNow(retryAfterSeconds: wait) : nil))
    let rows = "action_logs WHERE action = 'device.rekey' AND target_id = \(license.id.row)"
    #expect(try fixture.count(rows) == (wait > 0 ? 1 : 2))
    let same = fixture.command(license, "device-2") { $0.now = start + seconds }
    #expect((try store.renew(same).grant != nil) == (wait > 0), "its own id it may use at any time")
  }

  @Test func `a renewal re-keys as an activation does`() throws {
    let command = fixture.command(license, "device-2") {
      $0.devices.append(DeviceID(text: "device-1"))
    }
    let grant = try #require(try store.renew(command).grant)
    #expect(grant.binding.id == first.binding.id)
    #expect(grant.binding.deviceID.text == "device-2")
    #expect(grant.outboxIDs.count == 1)
  }
}
