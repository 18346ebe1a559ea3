import TestFiles
import Glibc
import Instants
import Postgres
import Testing

@Suite struct SessionTests {
  let fixture: PostgresFixture

  init() throws {
    fixture = try PostgresFixture()
  }

  @Test func `every session sets UTC and its limits, whatever the database's defaults`() throws {
    try fixture.database.run(
      """
      ALTER DATABASE \(fixture.database.name) SET TimeZone = 'Asia/Tokyo';
      ALTER DATABASE \(fixture.database.name) SET statement_timeout = 0
      """)
    let connection = try fixture.connect()
    let expected = [
      "TimeZone": "UTC", "lock_timeout": "1s", "statement_timeout": "3s",
      "idle_in_transaction_session_timeout": "5s", "application_name": "countersign",
      "client_encoding": "UTF8", "default_transaction_isolation": "read committed",
    ]
    for (name, value) in expected {
      let row = try connection.run("SELECT current_setting($1) AS value", [.text(name)]).only()
      #expect(try row.text("value") == value, "\(name)")
    }
  }

  @Test func `the server is told to look after its end of the connection`() throws {
    let connection = try fixture.connect()
    // Over a Unix socket they read as 0, whatever was said; who said it can be seen.
    let rows = try connection.run(
      """
      SELECT name FROM pg_settings WHERE source = 'session'
      AND (name LIKE 'tcp_keepalives%' OR name = 'tcp_user_timeout') ORDER BY name
      """)
    #expect(
      try rows.map { try $0.text("name") } == [
        "tcp_keepalives_count", "tcp_keepalives_idle", "tcp_keepalives_interval",
        "tcp_user_timeout",
      ])
  }

  @Test(arguments: [true, false])
  func `plans scans of tables unless it is told not to, and compiles nothing`(
    avoidsTableScans: Bool
  ) throws {
    try fixture.database.run(
      """
      ALTER DATABASE \(fixture.database.name) SET jit = on;
      ALTER DATABASE \(fixture.database.name) SET enable_seqscan = \(avoidsTableScans)
      """)
    let connection = try fixture.connect { $0.avoidsTableScans = avoidsTableScans }
    #expect(try connection.run("SHOW jit").only().text("jit") == "off")
    let scans = try connection.run("SHOW enable_seqscan").only().text("enable_seqscan")
    #expect(scans == (avoidsTableScans ? "off" : "on"))
  }

  @Test func `PG-04: an instant is the same whatever the writer's zone`() throws {
    let connection = try fixture.connect()
    try fixture.database.run(
      """
      CREATE TABLE ends (at timestamptz NOT NULL);
      SET TimeZone = 'Asia/Tokyo';
      INSERT INTO ends VALUES ('2027-02-01 09:00:00')
      """)
    let row = try connection.run("SELECT at FROM ends").only()
    #expect(try row.timestamp("at").secondsSinceEpoch == 1_801_440_000)
    let same = try connection.run(
      "SELECT count(*) AS n FROM ends WHERE at = $1",
      [.timestamp(Timestamp(secondsSinceEpoch: 1_801_440_000))])
    #expect(try same.only().int("n") == 1)
  }

  @Test func `where nobody listens it is a connection error, soon`() throws {
    let error = fixture.failure { () throws(PostgresError) in
      try PostgresConnection.open(PostgresConfiguration(url: "postgresql:///x?host=/nonexistent"))
    }
    #expect(error?.kind == .connection)
    #expect(error?.isRetryable == true)
  }

  @Test func `a server that accepts and says nothing costs the connect time-out only`() throws {
    let silent = try SilentServer()
    var configuration = PostgresConfiguration(url: silent.url)
    configuration.connectTimeoutMilliseconds = 50
    let error = fixture.failure { () throws(PostgresError) in
      try PostgresConnection.open(configuration)
    }
    #expect(error?.kind == .timeout)
  }

  @Test func `a connection string that cannot be read is a fault of the configuration`() throws {
    for url in ["postgresql://[", "postgresql:///x?no_such_option=1"] {
      let error = fixture.failure { () throws(PostgresError) in
        try PostgresConnection.open(PostgresConfiguration(url: url))
      }
      #expect(error?.kind == .configuration, "\(url)")
      #expect(error?.isRetryable == false)
    }
  }

  @Test func `an answer that does not come closes the connection`() throws {
    let connection = try fixture.connect { $0.answerTimeoutMilliseconds = 50 }
    let error = fixture.failure { () throws(PostgresError) in
      try connection.run("SELECT pg_sleep(2)")
    }
    #expect(error?.kind == .timeout)
    #expect(!connection.isOpen)
    let next = fixture.failure { () throws(PostgresError) in try connection.run("SELECT 1") }
    #expect(next?.kind == .connection)
  }

  @Test func `a session that the server ended is closed and never used again`() throws {
    let connection = try fixture.connect()
    try connection.run("SELECT 1")
    try fixture.database.endConnections()
    let error = fixture.failure { () throws(PostgresError) in try connection.run("SELECT 1") }
    #expect(error?.kind == .connection)
    #expect(error?.isRetryable == true)
    #expect(!connection.isOpen)
  }

  @Test func `more texts than are kept prepared still run`() throws {
    let connection = try fixture.connect()
    for number in 0..<300 {
      let row = try connection.run("SELECT $1::bigint + \(number) AS n", [.int(1)]).only()
      #expect(try row.int("n") == Int64(number + 1))
    }
    #expect(try connection.run("SELECT $1::bigint + 0 AS n", [.int(1)]).only().int("n") == 1)
  }
}

/// Accepts connections on a Unix socket named as PostgreSQL's, and says nothing.
private final class SilentServer {
  private let descriptor: Int32
  private let folder = TemporaryFolder(in: "/var/tmp")
  private var directory: String { folder.path }

  var url: String { "postgresql:///x?host=\(directory)" }

  init() throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = "\(directory)/.s.PGSQL.5432"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    #expect(listen(descriptor, 1) == 0)
  }

  deinit {
    close(descriptor)
  }
}
