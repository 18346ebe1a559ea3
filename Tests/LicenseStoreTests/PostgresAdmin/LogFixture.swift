import Glibc
import Instants
import Postgres
import TestStores
import Testing

@testable import LicenseStore

/// A log of its own, written, sealed and tampered with by hand.
struct LogFixture {
  let fixture: SeatFixture
  let store: PostgresStore

  init() throws {
    fixture = try SeatFixture()
    store = fixture.store()
  }

  /// Rows as writers make them, each in a transaction of its own.
  func write(_ actions: String...) throws {
    let connection = try fixture.connect()
    for action in actions { try Self.write(action, connection) }
  }

  static func write(_ action: String, _ connection: PostgresConnection) throws(PostgresError) {
    try connection.run(
      """
      INSERT INTO action_logs (at, operator, action, target_kind, target_id, detail, request_id)
      VALUES (now(), 'ada', $1, 'app', 7, '{"a": 1}', '\\x0011')
      """, [.text(action)])
  }

  /// Waits until no transaction runs that began before the newest row was written, in any database
  /// of the server: other suites write, too.
  func waitUntilFinal() throws {
    let connection = try fixture.connect()
    let deadline = SystemTimeSource().monotonic() + 20_000
    while try !connection.run(
      """
      SELECT coalesce(max(transaction_id::text::bigint)
        < pg_snapshot_xmin(pg_current_snapshot())::text::bigint, true) AS is_final FROM action_logs
      """
    ).only().bool("is_final") {
      try #require(SystemTimeSource().monotonic() < deadline)
      poll(nil, 0, 5)
    }
  }

  /// Seals all rows, `limit` a seal; says how many there were.
  @discardableResult
  func seal(limit: Int = 2) throws -> Int {
    try waitUntilFinal()
    return try sealNow(limit: limit)
  }

  /// Seals what is final now.
  func sealNow(limit: Int = 2) throws -> Int {
    var count = 0
    while let sealed = try store.sealLog(at: SeatFixture.start, limit: limit) {
      count += sealed.rows
    }
    return count
  }

  /// As somebody does who owns the server.
  func tamper(_ sql: String) throws {
    try fixture.database.run("SET session_replication_role = replica; \(sql)")
  }

  func verify(keeping head: SealHead? = nil) throws -> LogAudit.Outcome {
    let kept = head.map { (sequence: $0.sequence, text: $0.description) }
    return try LogAudit(fixture.connect(), keptHead: kept).verify()
  }

  /// A log of the rows 1 to 7: seals 1 to 3 cover two each, the last is not sealed.
  static func sealed() throws -> LogFixture {
    let log = try LogFixture()
    try log.write("a", "b", "c", "d", "e", "f")
    try log.seal()
    try log.write("g")
    return log
  }
}

extension LogAudit.Outcome {
  var fault: LogBreak? {
    if case .failure(let fault) = self { fault } else { nil }
  }
}
