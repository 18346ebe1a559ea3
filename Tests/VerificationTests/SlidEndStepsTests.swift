import Instants
import LicenseStore
import Licensing
import ServiceAPI
import Testing

@testable import Verification

/// While PostgreSQL takes a statement the lane's requests wait, so that there are many small ones.
@Suite final class `The steps in which moved ends go to PostgreSQL`: VerificationSuite {
  private static let rows = SlidEnds.rowsPerStatement
  private static let moved =
    "SELECT count(*) FROM access_tokens WHERE ends_at > issued_at + '1 day'"
  private var slides = SlidEnds()

  /// Binds that many devices, whose tokens live for a day, and moves all of their ends.
  private func slide(_ count: Int) throws {
    let license = try workers.makeLicense(seats: nil)
    let start = workers.time.now()
    try workers.database.run(
      """
      INSERT INTO device_bindings (id, license_id, device_id, first_seen_at, last_seen_at)
        SELECT n, \(Int64(bitPattern: license.id.rawValue)), 'device-' || n, at, at
        FROM generate_series(1, \(count)) n, to_timestamp(\(start.secondsSinceEpoch)) at;
      INSERT INTO access_tokens (binding_id, generation, key_number, issued_at, ends_at)
        SELECT id, 1, 1, first_seen_at, first_seen_at + '1 day' FROM device_bindings
      """)
    workers.time.advance(seconds: 1)
    for number in 1...count { note(UInt64(number), of: license, issuedAt: start) }
  }

  private func note(_ number: UInt64, of license: License, issuedAt: Timestamp) {
    let day = 86_400
    let token = TokenState(
      generation: 1, keyNumber: 1, issuedAt: issuedAt, endsAt: issuedAt + Int64(day),
      previousEndsAt: nil)
    let binding = StoredBinding(
      id: BindingID(rawValue: number), licenseID: license.id, deviceID: Samples.device,
      isUnbound: false, token: token, version: 1, readAt: workers.time.wall())
    let now = workers.time.now()
    slides.slide(
      Standing(license: license, isTampered: false, binding: binding, slid: nil),
      to: now + Int64(day), ttlSeconds: day, now: now)
  }

  private func flush() { slides.flushToPostgres(bench.session, log: workers.log) }

  private func writtenRows() throws -> Int? { Int(try workers.database.value(Self.moved)) }

  @Test func `hold so many rows each, with a pause between them`() throws {
    try slide(2 * Self.rows + 1)
    flush()
    flush()
    #expect(try writtenRows() == Self.rows, "the second has to wait")
    let next = workers.time.monotonic() + SlidEnds.pauseMilliseconds
    #expect(slides.nextFlush == next)

    workers.time.advance(milliseconds: SlidEnds.pauseMilliseconds - 1)
    flush()
    #expect(try writtenRows() == Self.rows)
    workers.time.advance(milliseconds: 1)
    flush()
    #expect(try writtenRows() == 2 * Self.rows)

    workers.time.advance(milliseconds: SlidEnds.pauseMilliseconds)
    flush()
    #expect(try writtenRows() == 2 * Self.rows + 1)
    #expect(slides.nextFlush == nil && slides.written == UInt64(2 * Self.rows + 1))
  }

  @Test func `come back after a second where PostgreSQL is away, with all of their rows`() throws {
    try slide(Self.rows + 1)
    try workers.gate.shut()
    flush()
    #expect(slides.written == 0)
    let next = workers.time.monotonic() + StoreSession.millisecondsBetweenTicks
    #expect(slides.nextFlush == next)
    workers.gate.open()
    workers.time.advance(milliseconds: StoreSession.millisecondsBetweenTicks)
    flush()
    workers.time.advance(milliseconds: SlidEnds.pauseMilliseconds)
    flush()
    #expect(try writtenRows() == Self.rows + 1)
  }

  @Test func `are a bounded number at a lane's end, without pauses`() throws {
    try slide(2 * Self.rows + 1)
    slides.writeAtTheEnd(bench.session, statements: 2, log: workers.log)
    #expect(try writtenRows() == 2 * Self.rows)
    flush()
    #expect(try writtenRows() == 2 * Self.rows + 1, "the rest was left")
  }

  @Test func `are enough at a lane's end for all that it may have noted`() {
    #expect(SlidEnds.statementsAtTheEnd * Self.rows >= SeenBuffer.defaultCapacity)
  }
}
