import Instants
import Postgres
import TestStores
import Testing

@testable import LicenseStore

/// data.md, `log_seals`: the committed rows not yet sealed, each once, in an order that is final.
@Suite struct LogSealTests {
  @Test func `each row is sealed once, and nothing to seal makes no seal`() throws {
    let log = try LogFixture()
    #expect(try log.store.sealLog(at: SeatFixture.start) == nil)
    try log.write("a", "b", "c")
    #expect(try log.seal(limit: 2) == 3)
    #expect(try log.seal() == 0)
    #expect(
      try log.fixture.database.run("SELECT sequence, row_count, last_log_id FROM log_seals") == [
        ["1", "2", "2"], ["2", "1", "3"],
      ])
  }

  @Test func `a row committed late with a lower id waits with all behind it, and none is left out`()
    throws
  {
    let log = try LogFixture()
    let late = try log.fixture.connect()
    try late.transaction { (late) throws(PostgresError) in
      try LogFixture.write("late", late)
      let other = try log.connect()
      try LogFixture.write("early", other)
      #expect((try? log.sealNow()) == 0, "the order behind a running transaction is not final")
    }
    try log.write("after")
    #expect(try log.seal() == 3)
    #expect(try log.verify().get().rows == 3)
    #expect(
      try log.fixture.database.run("SELECT action FROM action_logs ORDER BY transaction_id, id")
        == [["late"], ["early"], ["after"]])
  }

  @Test func `a lower transaction that writes last is sealed before those that were faster`() throws
  {
    let log = try LogFixture()
    let late = try log.fixture.connect()
    try late.transaction { (late) throws(PostgresError) in
      try late.run("SELECT pg_current_xact_id()")
      try LogFixture.write("early", try log.connect())
      #expect((try? log.sealNow()) == 0)
      try LogFixture.write("late", late)
    }
    #expect(try log.seal(limit: 1) == 2)
    #expect(
      try log.fixture.database.run("SELECT last_log_id FROM log_seals ORDER BY sequence")
        == [["2"], ["1"]])
    #expect(try log.verify().get().rows == 2)
  }

  @Test func `a transaction that was rolled back leaves a gap in the ids that breaks nothing`()
    throws
  {
    let log = try LogFixture()
    let connection = try log.fixture.connect()
    try connection.transaction { (connection) throws(PostgresError) in
      try LogFixture.write("gone", connection)
      try connection.rollBack()
    }
    try log.write("there")
    #expect(try log.seal() == 1)
    #expect(try log.verify().get().head.last.logID == 2)
  }

  @Test func `writers at once and two sealers among them leave one whole chain`() throws {
    let log = try LogFixture()
    let fixture = log.fixture
    _ = try Crowd.run(Array(0..<120), workers: 6, store: { fixture.store() }) {
      (store, number) throws(StoreError) in
      if number % 3 == 0 {
        _ = try? store.sealLog(at: SeatFixture.start, limit: 5)
      } else {
        try store.transact { (connection) throws(PostgresError) in
          try LogFixture.write("w\(number)", connection)
          try LogFixture.write("w\(number)+", connection)
        }
      }
    }
    try log.seal(limit: 50)
    let report = try log.verify().get()
    #expect(report.rows == 160 && report.unsealedRows == 0)
  }
}

extension LogFixture {
  func connect() throws(PostgresError) -> PostgresConnection { try fixture.connect() }
}
