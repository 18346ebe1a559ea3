import Instants
import Licensing
import Postgres
import ServiceKit
import Synchronization
import Testing

@testable import LicenseStore

/// PG-01: who locks several rows does so in one order, and who waited for a row sees it as it is then.
@Suite struct LockOrderTests {
  private static let limitMilliseconds: Int64 = 20_000

  let fixture: SeatFixture
  let license: License

  init() throws {
    fixture = try SeatFixture()
    license = try fixture.makeLicense(seats: 4)
  }

  private func bind(_ device: String) throws -> Binding {
    try #require(try fixture.store().activate(fixture.command(license, device)).grant).binding
  }

  /// A renewal of a device that may have had another id, on a thread of its own, until it waits for
  /// a lock that somebody holds; then `meanwhile`, which has to give the lock up.
  private func renewWaiting(
    as devices: [String], _ meanwhile: () throws -> Void
  ) throws -> SeatOutcome? {
    let command = fixture.command(license, devices[0]) {
      $0.devices = devices.map { DeviceID(text: $0) }
    }
    let (result, fixture) = (Result(), fixture)
    let thread = try OSThread.start(name: "renewal") {
      let store = fixture.store {
        $0.lockTimeoutMilliseconds = Self.limitMilliseconds
        $0.statementTimeoutMilliseconds = Self.limitMilliseconds
        $0.answerTimeoutMilliseconds = Self.limitMilliseconds
      }
      let answer = try? store.renew(command)
      result.outcome.withLock { $0 = answer }
    }
    try waitForAWaitingSession()
    try meanwhile()
    #expect(thread.join(until: SystemTimeSource().monotonic() + Self.limitMilliseconds))
    return result.outcome.withLock { $0 }
  }

  private func waitForAWaitingSession() throws {
    let deadline = SystemTimeSource().monotonic() + Self.limitMilliseconds
    let waiting =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
      + "AND wait_event_type = 'Lock'"
    while try fixture.database.value(waiting) == "0" {
      try #require(SystemTimeSource().monotonic() < deadline, "nobody waits for a lock")
    }
  }

  @Test func `a renewal locks its bindings in the order of their ids, as unbinding all does`()
    throws
  {
    let bindings = try ["first", "second"].map(bind).sorted { $0.id.row < $1.id.row }
    // The order of their device ids is the other one.
    for (binding, device) in zip(bindings, ["device-2", "device-1"]) {
      try fixture.database.run(
        "UPDATE device_bindings SET device_id = '\(device)' WHERE id = \(binding.id.row)")
    }
    let holder = try fixture.connect()
    try holder.runScript("BEGIN")
    try holder.run("SELECT 1 FROM device_bindings WHERE id = $1 FOR UPDATE", [.id(bindings[0].id)])
    let outcome = try renewWaiting(as: ["device-1", "device-2"]) {
      let rest = try fixture.connect().run(
        "SELECT id FROM device_bindings WHERE id = $1 FOR UPDATE SKIP LOCKED",
        [.id(bindings[1].id)])
      #expect(!rest.isEmpty, "it waits for the first, and holds none behind it")
      try holder.runScript("ROLLBACK")
    }
    #expect(outcome?.grant?.binding.deviceID.text == "device-1")
  }

  @Test func `a device whose id another renewal changes meanwhile keeps its seat`() throws {
    let binding = try bind("old")
    let other = try fixture.connect()
    try other.runScript("BEGIN")
    try other.run(
      "UPDATE device_bindings SET device_id = 'new', version = version + 1 WHERE id = $1",
      [.id(binding.id)])
    let outcome = try renewWaiting(as: ["new", "old"]) { try other.runScript("COMMIT") }
    #expect(outcome?.grant?.binding.id == binding.id)
    #expect(outcome?.grant?.binding.deviceID.text == "new")
  }
}

/// What became of the renewal on the other thread.
private final class Result: Sendable {
  let outcome = Mutex<SeatOutcome?>(nil)
}
