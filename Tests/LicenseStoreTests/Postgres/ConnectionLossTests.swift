import Instants
import LicenseStore
import Licensing
import Testing

/// PG-03, and what an outage costs.
@Suite struct ConnectionLossTests {
  let fixture: SeatFixture
  let store: PostgresStore
  let license: License

  init() throws {
    fixture = try SeatFixture()
    store = fixture.store()
    license = try fixture.makeLicense()
    // What a trigger does on its nth call; sequences count on through rollbacks and lost sessions.
    try fixture.database.run(
      """
      CREATE SEQUENCE calls;
      CREATE FUNCTION end_session_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('calls') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NEW;
      END $$;
      CREATE FUNCTION deadlock_twice() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('calls') <= 2 THEN RAISE EXCEPTION 'injected' USING ERRCODE = '40P01'; END IF;
        RETURN NEW;
      END $$
      """)
  }

  private func expectOneBinding(_ grant: SeatGrant?) throws {
    #expect(grant?.isNewBinding == true)
    #expect(grant?.seatsUsed == 1)
    #expect(try fixture.boundCount(license) == 1)
    #expect(try fixture.count("requests") == 1)
    #expect(try fixture.count("action_logs") == 1)
    #expect(try fixture.count("outbox") == 2)
  }

  @Test(arguments: ["requests", "device_bindings"])
  func `a session lost on the way to the commit repeats the whole transaction`(
    table: String
  ) throws {
    try fixture.database.run(
      """
      CREATE TRIGGER lose BEFORE INSERT ON \(table) FOR EACH ROW EXECUTE FUNCTION end_session_once()
      """)
    try expectOneBinding(try store.activate(fixture.command(license, "device-1")).grant)
  }

  @Test func `a session lost in the commit, before it counts, repeats the whole transaction`()
    throws
  {
    try fixture.database.run(
      """
      CREATE CONSTRAINT TRIGGER lose AFTER INSERT ON device_bindings DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION end_session_once()
      """)
    try expectOneBinding(try store.activate(fixture.command(license, "device-1")).grant)
  }

  @Test func `a commit that counted, its answer lost, is found by its request id`() throws {
    let proxy = try CommitLosingProxy(to: fixture.database.url)
    let store = fixture.store(url: proxy.url)
    let command = fixture.command(license, "device-1")
    try expectOneBinding(try store.activate(command).grant)
    #expect(proxy.lostCommits == 1)
  }

  @Test func `PG-01: a deadlock's victim repeats the whole transaction`() throws {
    try fixture.database.run(
      """
      CREATE TRIGGER fail BEFORE INSERT ON device_bindings
        FOR EACH ROW EXECUTE FUNCTION deadlock_twice()
      """)
    try expectOneBinding(try store.activate(fixture.command(license, "device-1")).grant)
  }

  @Test func `a session that was idle when it ended is replaced without a word`() throws {
    _ = try store.appsRevision()
    try fixture.database.endConnections()
    #expect(try store.appsRevision() == 1)
    #expect(store.isAvailable)
  }

  @Test func `a row that a stranger holds gives a retryable error and no binding`() throws {
    let store = fixture.store { $0.lockTimeoutMilliseconds = 20 }
    let stranger = try fixture.connect()
    try stranger.runScript(
      "BEGIN; SELECT 1 FROM licenses WHERE id = \(license.id.row) FOR UPDATE")
    let command = fixture.command(license, "device-1")
    let error = #expect(throws: StoreError.self) { try store.activate(command) }
    #expect(error == .busy)
    #expect(error?.isRetryable == true)
    #expect(store.isAvailable)
    stranger.close()
    #expect(try store.activate(command).grant?.isNewBinding == true)
  }

  @Test func `a database that is away is not tried for a second`() throws {
    let away = fixture.store(url: "postgresql:///x?host=/nonexistent")
    #expect(throws: StoreError.away) { try away.appsRevision() }
    #expect(!away.isAvailable)
    fixture.time.advance(milliseconds: 999)
    #expect(throws: StoreError.away) { try away.loadApps() }
    #expect(!away.isAvailable)
    fixture.time.advance(milliseconds: 1)
    #expect(away.isAvailable)
  }
}
