import Postgres
import Testing

@Suite struct ErrorTests {
  let fixture: PostgresFixture
  let connection: PostgresConnection

  init() throws {
    fixture = try PostgresFixture()
    try fixture.database.run(
      """
      CREATE TABLE parents (id bigint PRIMARY KEY,
        name text CONSTRAINT name_unique UNIQUE CONSTRAINT name_short CHECK (length(name) < 9));
      CREATE TABLE children (parent bigint CONSTRAINT parent_known REFERENCES parents);
      INSERT INTO parents VALUES (1, 'secret')
      """)
    connection = try fixture.connect()
  }

  @Test(arguments: [
    ("INSERT INTO parents VALUES (2, 'secret')", PostgresError.Kind.uniqueViolation, "name_unique"),
    ("INSERT INTO parents VALUES (2, 'much too long')", .checkViolation, "name_short"),
    ("INSERT INTO children VALUES (9)", .foreignKeyViolation, "parent_known"),
  ])
  func `a constraint is named, the values are not`(
    sql: String, kind: PostgresError.Kind, constraint: String
  ) {
    let error = fixture.failure { () throws(PostgresError) in try connection.run(sql) }
    #expect(error?.kind == kind)
    #expect(error?.constraint == constraint)
    #expect(error?.isRetryable == false)
    #expect(
      error.map { !$0.description.contains("secret") && !$0.description.contains("much") }
        == true)
    #expect(connection.isOpen)
  }

  @Test func `a row that a stranger holds gives a retryable error within the lock time-out`() throws
  {
    let impatient = try fixture.connect { $0.lockTimeoutMilliseconds = 20 }
    let stranger = try fixture.connect()
    try stranger.runScript("BEGIN; SELECT * FROM parents WHERE id = 1 FOR UPDATE")
    let error = fixture.failure { () throws(PostgresError) in
      try impatient.run("UPDATE parents SET name = 'x' WHERE id = 1")
    }
    #expect(error?.kind == .lockTimeout)
    #expect(error?.isRetryable == true)
    #expect(impatient.isOpen)
  }

  @Test func `a statement that runs too long is stopped by the server`() throws {
    let impatient = try fixture.connect { $0.statementTimeoutMilliseconds = 20 }
    let error = fixture.failure { () throws(PostgresError) in
      try impatient.run("SELECT pg_sleep(2)")
    }
    #expect(error?.kind == .statementTimeout)
    #expect(impatient.isOpen)
  }

  @Test func `a text that is no SQL is refused, and may be followed by one that is`() throws {
    let error = fixture.failure { () throws(PostgresError) in
      try connection.runAll([PostgresStatement("SELEKT 'secret'"), PostgresStatement("SELECT 1")])
    }
    #expect(error == PostgresError(.refused, sqlState: "42601"))
    #expect(try connection.run("SELECT 1 AS n").only().int("n") == 1)
  }

  @Test func `statements of one call stand or fall together`() throws {
    let error = fixture.failure { () throws(PostgresError) in
      try connection.runAll([
        PostgresStatement("INSERT INTO parents VALUES (5, 'five')"),
        PostgresStatement("INSERT INTO parents VALUES (1, 'one')"),
        PostgresStatement("INSERT INTO parents VALUES (6, 'six')"),
      ])
    }
    #expect(error?.kind == .uniqueViolation)
    #expect(try fixture.database.value("SELECT count(*) FROM parents") == "1")
  }
}
