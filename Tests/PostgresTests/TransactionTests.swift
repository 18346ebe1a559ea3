import Postgres
import Testing

@Suite struct TransactionTests {
  let fixture: PostgresFixture
  let connection: PostgresConnection

  init() throws {
    fixture = try PostgresFixture()
    try fixture.database.run(
      """
      CREATE TABLE seats (id bigint PRIMARY KEY);
      CREATE SEQUENCE attempts;
      -- Fails as a deadlock's or a serialization failure's victim does, for the first n attempts.
      CREATE FUNCTION fail_until(n bigint, state text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('attempts') <= n THEN RAISE EXCEPTION 'injected' USING ERRCODE = state; END IF;
      END $$
      """)
    connection = try fixture.connect()
  }

  private func rows() throws -> String {
    try fixture.database.value(
      "SELECT coalesce(string_agg(id::text, ',' ORDER BY id), '') FROM seats")
  }

  private func insert(_ id: Int64) -> PostgresStatement {
    PostgresStatement("INSERT INTO seats VALUES ($1)", [.int(id)])
  }

  @Test func `what returns is committed`() throws {
    let value = try connection.transaction { (connection) throws(PostgresError) in
      try connection.runAll([insert(1)])
      try connection.runAll([insert(2), insert(3)])
      return "done"
    }
    #expect(value == "done")
    #expect(try rows() == "1,2,3")
  }

  @Test func `what throws is rolled back, and the connection serves on`() throws {
    let error = fixture.failure { () throws(PostgresError) in
      try connection.transaction { (connection) throws(PostgresError) in
        try connection.runAll([insert(1)])
        throw PostgresError(.unexpectedAnswer)
      }
    }
    #expect(error?.kind == .unexpectedAnswer)
    #expect(try rows() == "")
    try connection.runAll([insert(4)])
    #expect(try rows() == "4")
  }

  @Test func `a body may roll back and still answer`() throws {
    let value = try connection.transaction { (connection) throws(PostgresError) in
      try connection.runAll([insert(1)])
      try connection.rollBack()
      return 7
    }
    #expect(value == 7)
    #expect(try rows() == "")
  }

  @Test func `a body without statements touches nothing`() throws {
    try connection.transaction { (_) throws(PostgresError) in }
    #expect(
      try connection.run("SELECT pg_current_xact_id_if_assigned() IS NULL AS idle").only()
        .bool("idle"))
  }

  @Test func `last statements travel with the commit and give their answers`() throws {
    let sum = try connection.transaction { (connection) throws(PostgresError) in
      try connection.runAll([insert(1)])
      let answers = try connection.commit(after: [
        insert(2), PostgresStatement("SELECT sum(id)::bigint AS sum FROM seats"),
      ])
      return try answers[1].only().int("sum")
    }
    #expect(sum == 3)
    #expect(try rows() == "1,2")
  }

  @Test func `a last statement that fails leaves nothing behind`() throws {
    let error = fixture.failure { () throws(PostgresError) in
      try connection.transaction { (connection) throws(PostgresError) in
        _ = try connection.commit(after: [insert(1), insert(1)])
      }
    }
    #expect(error?.kind == .uniqueViolation)
    #expect(try rows() == "")
    #expect(connection.isOpen)
  }

  @Test func `a swallowed error does not pass for a commit`() throws {
    let error = fixture.failure { () throws(PostgresError) in
      try connection.transaction { (connection) throws(PostgresError) in
        try connection.runAll([insert(1)])
        _ = fixture.failure { () throws(PostgresError) in try connection.runAll([insert(1)]) }
      }
    }
    #expect(error?.sqlState == "25P02")
    #expect(try rows() == "")
  }

  @Test(arguments: ["40P01", "40001"])
  func `PG-01: a deadlock or serialization failure repeats the whole transaction`(
    state: String
  ) throws {
    var runs = 0
    try connection.transaction { (connection) throws(PostgresError) in
      runs += 1
      try connection.runAll([insert(Int64(runs))])
      try connection.run("SELECT fail_until(3, $1)", [.text(state)])
    }
    #expect(runs == 4)
    #expect(try rows() == "4")
  }

  @Test func `PG-01: after three repeats the failure is the caller's`() throws {
    var runs = 0
    let error = fixture.failure { () throws(PostgresError) in
      try connection.transaction { (connection) throws(PostgresError) in
        runs += 1
        _ = try connection.run("SELECT fail_until(99, '40P01')")
      }
    }
    #expect(runs == 4)
    #expect(error?.kind == .serialization)
    #expect(error?.isRetryable == true)
    #expect(connection.isOpen)
  }

  @Test func `PG-01: failures at the commit repeat it as well`() throws {
    try fixture.database.run(
      """
      CREATE FUNCTION fail_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM fail_until(2, '40001'); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON seats DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail_at_commit()
      """)
    try connection.transaction { (connection) throws(PostgresError) in
      _ = try connection.runAll([insert(1)])
    }
    #expect(try rows() == "1")
  }

  @Test func `PG-03: a connection lost before the commit leaves nothing and is not reused`() throws
  {
    let error = fixture.failure { () throws(PostgresError) in
      try connection.transaction { (connection) throws(PostgresError) in
        try connection.runAll([insert(1)])
        _ = fixture.failure { () throws(PostgresError) in
          try connection.run("SELECT pg_terminate_backend(pg_backend_pid())")
        }
        // Were the connection made anew behind our back, this would be committed on its own.
        try connection.runAll([insert(2)])
      }
    }
    #expect(error?.kind == .connection)
    #expect(!connection.isOpen)
    #expect(try rows() == "")
  }

  @Test func `PG-03: a commit whose answer was lost is neither done nor undone`() throws {
    try fixture.database.run(
      """
      CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON seats DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION end_session()
      """)
    let error = fixture.failure { () throws(PostgresError) in
      try connection.transaction { (connection) throws(PostgresError) in
        _ = try connection.runAll([insert(1)])
      }
    }
    #expect(error?.kind == .commitUnknown)
    #expect(error?.isRetryable == true)
    #expect(!connection.isOpen)
  }
}
