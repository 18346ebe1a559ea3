import Instants
import LicenseStore
import Licensing
import Testing

@Suite struct SeatRefusalTests {
  let fixture: SeatFixture
  let store: PostgresStore

  init() throws {
    fixture = try SeatFixture.shared()
    store = fixture.store()
  }

  @Test func `a code that is none, unknown, or another app's is not found`() throws {
    let license = try fixture.makeLicense()
    let adjustments: [(inout SeatCommand) -> Void] = [
      { $0.code = nil }, { $0.code = .generate() }, { $0.appID = AppID(rawValue: 1) },
    ]
    for adjust in adjustments {
      let command = fixture.command(license, "device-1", adjust: adjust)
      #expect(try store.activate(command).refusal == .notFound)
      #expect(try store.renew(command).refusal == .notFound)
    }
  }

  @Test func `a disabled licence is refused, also one that has ended`() throws {
    let license = try fixture.makeLicense {
      $0.disabledAt = SeatFixture.start
      $0.expiresAt = SeatFixture.start
    }
    let command = fixture.command(license, "device-1")
    #expect(try store.activate(command).refusal == .disabled(license.id))
    #expect(try store.renew(command).refusal == .disabled(license.id))
  }

  @Test func `a licence is over at its end, not before`() throws {
    let license = try fixture.makeLicense { $0.expiresAt = SeatFixture.start + 10 }
    let early = fixture.command(license, "device-1") { $0.now = SeatFixture.start + 9 }
    #expect(try store.activate(early).grant != nil)
    let late = fixture.command(license, "device-1") { $0.now = SeatFixture.start + 10 }
    #expect(try store.activate(late).refusal == .expired(license.id))
    #expect(try store.renew(late).refusal == .expired(license.id))
  }

  @Test func `a renewal never binds`() throws {
    let license = try fixture.makeLicense(seats: 5)
    #expect(
      try store.renew(fixture.command(license, "device-1")).refusal == .notBound(license.id))
    #expect(try fixture.boundCount(license) == 0)
  }

  @Test func `a full licence has no seat, and refuses nobody who has one`() throws {
    let license = try fixture.makeLicense(seats: 1)
    #expect(try store.activate(fixture.command(license, "device-1")).grant != nil)
    #expect(
      try store.activate(fixture.command(license, "device-2")).refusal == .noSeat(license.id))
    #expect(try store.activate(fixture.command(license, "device-1")).grant != nil)
  }

  @Test func `a refused write rolls its claim back`() throws {
    let license = try fixture.makeLicense(seats: 1)
    let command = fixture.command(license, "device-2")
    let first = try #require(try store.activate(fixture.command(license, "device-1")).grant)
    #expect(try store.activate(command).refusal == .noSeat(license.id))
    #expect(try fixture.count("requests WHERE nonce = '\(command.claim.nonce ?? "")'") == 0)
    try fixture.unbind(first.binding)
    #expect(try store.activate(command).grant?.isNewBinding == true)
  }
}
