import Instants
import LicenseStore
import Licensing
import Testing

@Suite struct RepeatedRequestTests {
  let fixture: SeatFixture
  let store: PostgresStore

  init() throws {
    fixture = try SeatFixture.shared()
    store = fixture.store()
  }

  @Test func `a request sent again makes nothing and gets the same answer`() throws {
    let license = try fixture.makeLicense()
    let command = fixture.command(license, "device-1")
    let first = try #require(try store.activate(command).grant)
    let second = try #require(try fixture.store().activate(command).grant)
    #expect(second.binding.id == first.binding.id)
    #expect(second.token == first.token)
    #expect(second.isNewBinding, "the request did make it")
    #expect(second.seatsUsed == 1)
    #expect(try fixture.boundCount(license) == 1)
  }

  @Test func `a request sent again later is decided as a renewal now`() throws {
    let license = try fixture.makeLicense(plan: .trial)
    let command = fixture.command(license, "device-1")
    _ = try store.activate(command)
    let later = try #require(try store.activate(moved(command, by: 60)).grant)
    #expect(later.token.generation == 2)
    #expect(
      try store.activate(moved(command, by: 7 * 86_400)).refusal == .expired(license.id))
  }

  @Test func `a request sent again after its binding was undone is not bound`() throws {
    let license = try fixture.makeLicense(seats: 5)
    let command = fixture.command(license, "device-1")
    let grant = try #require(try store.activate(command).grant)
    try fixture.unbind(grant.binding)
    #expect(try store.activate(command).refusal == .notBound(license.id))
    _ = try store.activate(fixture.command(license, "device-1"))
    #expect(try store.activate(command).refusal == .notBound(license.id), "another binding")
  }

  @Test func `a repeat activation and a renewal know their binding when sent again`() throws {
    let license = try fixture.makeLicense()
    let first = try #require(try store.activate(fixture.command(license, "device-1")).grant)
    let again = fixture.command(license, "device-1")
    let renewal = fixture.command(license, "device-1")
    for _ in 0..<2 {
      let repeated = try #require(try store.activate(again).grant)
      #expect(repeated.binding.id == first.binding.id)
      #expect(!repeated.isNewBinding)
      #expect(try store.renew(renewal).grant?.binding.id == first.binding.id)
    }
  }

  @Test func `SIG-01: a nonce serves one request of its signer`() throws {
    let license = try fixture.makeLicense(seats: 5)
    let command = fixture.command(license, "device-1")
    _ = try store.activate(command)
    let replay = fixture.command(license, "device-2") { $0.claim.nonce = command.claim.nonce }
    #expect(try fixture.store().activate(replay) == .nonceReplayed)
    #expect(try fixture.store().renew(replay) == .nonceReplayed)
    let stranger = fixture.command(license, "device-2") {
      $0.claim.nonce = command.claim.nonce
      $0.claim.keyID = "app_other"
    }
    #expect(try store.activate(stranger).grant != nil)
    #expect(try fixture.boundCount(license) == 2)
  }

  @Test func `clients without a nonce are told apart by their requests alone`() throws {
    let license = try fixture.makeLicense(seats: 5)
    for device in ["device-1", "device-2"] {
      let command = fixture.command(license, device) { $0.claim.nonce = nil }
      #expect(try store.activate(command).grant != nil)
    }
  }

  private func moved(_ command: SeatCommand, by seconds: Int64) -> SeatCommand {
    var moved = command
    moved.now = command.now + seconds
    return moved
  }
}
