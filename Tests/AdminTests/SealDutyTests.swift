import Glibc
import Instants
import LicenseStore
import ServiceKit
import Testing

@testable import Admin

/// Sealing the log, as one admin process does it once a second.
struct SealDutyTests {
  private let admin: AdminFixture

  init() throws {
    admin = try AdminFixture()
  }

  private func duties(_ sink: CollectingLog = CollectingLog()) -> AdminDuties {
    AdminDuties(
      store: admin.store, publisher: admin.publisher, time: admin.time,
      log: Logger(process: "admin", level: .info, sink: sink))
  }

  /// Until no transaction of this server runs that began before the newest row; other suites write,
  /// too.
  private func waitUntilFinal() throws {
    let deadline = SystemTimeSource().monotonic() + 20_000
    while try admin.database.value(
      """
      SELECT max(transaction_id::text::bigint)
        < pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM action_logs
      """) != "t"
    {
      try #require(SystemTimeSource().monotonic() < deadline)
      poll(nil, 0, 5)
    }
  }

  private var unsealed: Int {
    get throws {
      Int(
        try admin.database.value(
          "SELECT count(*) - coalesce((SELECT sum(row_count) FROM log_seals), 0) FROM action_logs"))
        ?? -1
    }
  }

  @Test func `what was logged is sealed within a second, and the head is said once a minute`()
    throws
  {
    let sink = CollectingLog()
    let duties = duties(sink)
    try waitUntilFinal()
    duties.tick()
    #expect(try unsealed == 0)
    _ = try admin.makeApp()
    try waitUntilFinal()
    duties.tick()
    #expect(try unsealed == 1, "a second has not passed")
    admin.time.advance(milliseconds: 1000)
    duties.tick()
    #expect(try unsealed == 0)
    #expect(sink.count(of: "The log is sealed") == 1)
    admin.time.advance(milliseconds: 60_000)
    _ = try admin.makeApp()
    try waitUntilFinal()
    duties.tick()
    #expect(sink.count(of: "The log is sealed") == 2)
    let rows = duties.counters.first { $0.name == "log_rows_sealed" }?.value
    #expect(rows == UInt64(try admin.count("action_logs")))
  }

  /// The last change of a day is vouched for like every other.
  @Test func `a head within a minute of another is said once the minute has passed, or at the end`()
    throws
  {
    let sink = CollectingLog()
    let duties = duties(sink)
    try seal(duties)
    #expect(sink.count(of: "The log is sealed") == 1)
    _ = try admin.makeApp()
    admin.time.advance(milliseconds: 1000)
    try seal(duties)
    #expect(try unsealed == 0)
    #expect(sink.count(of: "The log is sealed") == 1)
    admin.time.advance(milliseconds: 59_000)
    duties.tick()
    #expect(sink.count(of: "The log is sealed") == 2)
    #expect(try sink.count(of: newestHead) == 1)
    _ = try admin.makeApp()
    admin.time.advance(milliseconds: 1000)
    try seal(duties)
    #expect(try sink.count(of: newestHead) == 0)
    duties.end()
    #expect(try sink.count(of: newestHead) == 1)
    duties.end()
    #expect(sink.count(of: "The log is sealed") == 3)
  }

  @Test func `a head that an ended process did not say is said by the next`() throws {
    try seal(duties())
    let sink = CollectingLog()
    duties(sink).tick()
    #expect(try sink.count(of: newestHead) == 1)
  }

  @Test func `a duty that fails does not keep the others waiting`() throws {
    let sink = CollectingLog()
    try admin.database.run("ALTER TABLE outbox RENAME TO elsewhere")
    try admin.database.run(
      """
      INSERT INTO action_logs (at, action, target_kind, target_id) VALUES (now(), 'x', 'app', 1);
      INSERT INTO requests (request_id, key_id, nonce, content_hash, created_at)
        VALUES (decode(md5('x'), 'hex'), 'k', 'n', '', '2020-01-01')
      """)
    try seal(duties(sink))
    #expect(sink.count(of: "\"duty\":\"outbox\"") == 1)
    #expect(try unsealed == 0)
    #expect(try admin.count("requests") == 0)
  }

  @Test func `that nothing can be sealed after a restore is said once a minute`() throws {
    let sink = CollectingLog()
    let duties = duties(sink)
    try seal(duties)
    try admin.database.run(
      """
      SET session_replication_role = replica;
      UPDATE log_seals SET last_transaction_id = '999999999'
      """)
    for _ in 0..<3 {
      _ = try admin.makeApp()
      admin.time.advance(milliseconds: 1000)
      try seal(duties)
    }
    #expect(sink.count(of: "Transaction ids begin anew") == 1)
    admin.time.advance(milliseconds: 60_000)
    duties.tick()
    #expect(sink.count(of: "Transaction ids begin anew") == 2)
  }

  private func seal(_ duties: AdminDuties) throws {
    try waitUntilFinal()
    duties.tick()
  }

  /// As the log says it.
  private var newestHead: String {
    get throws {
      try admin.database.value(
        "SELECT sequence || ':' || encode(hash, 'hex') FROM log_seals ORDER BY sequence DESC LIMIT 1"
      )
    }
  }

  @Test func `more rows than one seal covers are sealed one seal after the other, at once`() throws
  {
    try admin.database.run(
      """
      INSERT INTO action_logs (at, action, target_kind, target_id)
        SELECT now(), 'x', 'app', n FROM generate_series(1, 600) n
      """)
    let duties = duties()
    try waitUntilFinal()
    let read = admin.time.monotonic()
    for _ in 0..<2 {
      duties.tick()
      // A lane that reads its clock first, and then asks, must find it past.
      #expect(try #require(duties.nextWake) < read)
    }
    duties.tick()
    #expect(try #require(duties.nextWake) > read)
    #expect(try unsealed == 0)
    #expect(try admin.count("log_seals") == 3)
  }
}
