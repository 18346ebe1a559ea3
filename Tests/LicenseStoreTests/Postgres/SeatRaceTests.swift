import Instants
import LicenseStore
import Licensing
import Testing

@Suite struct SeatRaceTests {
  let fixture: SeatFixture

  init() throws {
    fixture = try SeatFixture.shared()
  }

  private func race(_ license: License, devices: [String], workers: Int) throws -> [SeatOutcome] {
    let fixture = fixture
    let commands = devices.map { fixture.command(license, $0) }
    return try Crowd.run(commands, workers: workers, store: { fixture.store() }) {
      (store, command) throws(StoreError) in try store.activate(command)
    }
  }

  @Test func `ACT-01: of twenty devices that race for one seat exactly one gets it`() throws {
    let license = try fixture.makeLicense(seats: 1)
    let outcomes = try race(license, devices: (0..<20).map { "device-\($0)" }, workers: 20)
    #expect(outcomes.count(where: { $0.grant?.isNewBinding == true }) == 1)
    #expect(outcomes.count(where: { $0.refusal == .noSeat(license.id) }) == 19)
    #expect(try fixture.boundCount(license) == 1)
    #expect(try fixture.count("device_bindings WHERE license_id = \(license.id.row)") == 1)
  }

  @Test func `L1: of two hundred devices that race for three seats exactly three get one`() throws {
    let license = try fixture.makeLicense(seats: 3)
    let outcomes = try race(license, devices: (0..<200).map { "device-\($0)" }, workers: 16)
    #expect(outcomes.compactMap(\.grant?.seatsUsed).sorted() == [1, 2, 3])
    #expect(outcomes.count(where: { $0.refusal == .noSeat(license.id) }) == 197)
    #expect(try fixture.boundCount(license) == 3)
  }

  @Test func `one device that activates ten times at once gets one binding and one token`() throws {
    let license = try fixture.makeLicense(seats: 5)
    let outcomes = try race(
      license, devices: Array(repeating: "the-device", count: 10), workers: 10)
    let grants = outcomes.compactMap(\.grant)
    #expect(grants.count == 10)
    #expect(Set(grants.map(\.binding.id)).count == 1)
    #expect(Set(grants.map(\.token)).count == 1)
    #expect(grants.count(where: \.isNewBinding) == 1)
    #expect(try fixture.boundCount(license) == 1)
  }

  @Test func `TOK-04: ten renewals at once give one successor`() throws {
    let license = try fixture.makeLicense()
    let fixture = fixture
    let first = try #require(
      try fixture.store().activate(fixture.command(license, "device-a")).grant)
    let commands = (0..<10).map { _ in
      fixture.command(license, "device-a") { $0.now = $0.now + 60 }
    }
    let outcomes = try Crowd.run(commands, workers: 10, store: { fixture.store() }) {
      (store, command) throws(StoreError) in try store.renew(command)
    }
    #expect(Set(outcomes.compactMap(\.grant?.token)).count == 1)
    #expect(outcomes.allSatisfy { $0.grant?.token.generation == first.token.generation + 1 })
    #expect(try fixture.count("access_tokens WHERE binding_id = \(first.binding.id.row)") == 1)
  }
}
