import ChildProcesses
import Glibc
import Postgres

/// A PostgreSQL of the cluster's own: no TCP, one socket in a folder that only its user may enter.
struct PrivatePostgres {
  private static let versionsDirectory = "/usr/lib/postgresql"
  private static let connectionLimit = 200
  private static let startMilliseconds: Int64 = 60_000

  let place: StorePlace

  /// Makes the data folder if there is none. It gets its name last, so that one half made is never
  /// taken for a whole one.
  func prepare() throws {
    guard !isPrepared else { return try removeStalePid() }
    let draft = place.postgresDirectory + "/data.new"
    try run("/bin/rm", ["-rf", draft])
    try run(
      try program("initdb"),
      [
        "--pgdata=\(draft)", "--username=postgres", "--auth=trust", "--encoding=UTF8",
        "--locale=C.UTF-8", "--no-instructions",
      ])
    try run("/bin/mv", [draft, place.postgresData])
  }

  /// The server, to be supervised. SIGINT ends it in order.
  func command(log: String) throws -> ChildCommand {
    let settings = [
      "listen_addresses=", "unix_socket_directories=\(place.postgresDirectory)",
      "unix_socket_permissions=0700", "max_connections=\(PrivatePostgres.connectionLimit)",
      // Sooner than the service's sessions give up on a lock, so that a deadlock is seen as one.
      "deadlock_timeout=500ms",
      "timezone=UTC", "log_timezone=UTC", "log_min_messages=warning",
      // Statements carry device ids and names, an error's detail whole rows; the log gets neither.
      "log_min_error_statement=panic", "log_error_verbosity=terse",
    ]
    var command = PostgresUser.command(
      try program("postgres"),
      ["-D", place.postgresData] + settings.flatMap { ["-c", $0] })
    command.directory = place.postgresDirectory
    command.output = .file(log)
    command.error = .file(log)
    command.hasOwnSession = true
    return command
  }

  /// Waits until the server answers, then makes the service's role, which is no superuser, and its
  /// database.
  func finish(while isAlive: () -> Bool) throws {
    let server = try connect(while: isAlive)
    let roles = try server.run("SELECT 1 FROM pg_roles WHERE rolname = 'countersign'")
    if roles.isEmpty {
      try server.runScript("CREATE ROLE countersign LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE")
    }
    let databases = try server.run("SELECT 1 FROM pg_database WHERE datname = 'countersign'")
    if databases.isEmpty {
      try server.runScript(
        "CREATE DATABASE countersign OWNER countersign TEMPLATE template0",
        timeLimitMilliseconds: PrivatePostgres.startMilliseconds)
    }
  }

  private func connect(while isAlive: () -> Bool) throws -> PostgresConnection {
    var configuration = PostgresConfiguration(url: place.superuserURL)
    configuration.statementTimeoutMilliseconds = PrivatePostgres.startMilliseconds
    var connection: PostgresConnection?
    let isUp = Waiting.until(milliseconds: PrivatePostgres.startMilliseconds) {
      connection = try? PostgresConnection.open(configuration)
      return connection != nil || !isAlive()
    }
    guard isUp, let connection else { throw CommandFault("PostgreSQL did not start") }
    return connection
  }

  private var isPrepared: Bool {
    // The folder may be closed to us, its name is not.
    Files.isDirectory(place.postgresData)
  }

  /// Its number may be another process' of the same user by now, for which PostgreSQL would wait.
  /// Whoever really runs on this data was ended before.
  private func removeStalePid() throws {
    try run("/bin/rm", ["-f", place.postgresData + "/postmaster.pid"])
  }

  private func run(_ executable: String, _ arguments: [String]) throws {
    var command = PostgresUser.command(executable, arguments)
    command.directory = place.postgresDirectory
    try ChildRun.output(of: command, withinSeconds: 120)
  }

  /// The newest version's, or the one that made the data.
  private func program(_ name: String) throws(CommandFault) -> String {
    let made = Files.text(place.postgresData + "/PG_VERSION")?.split(separator: "\n").first
    let versions = Files.names(in: PrivatePostgres.versionsDirectory)
      .filter { made == nil || $0 == made.map(String.init) }
      .sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }
    guard let version = versions.last else {
      let wanted = made.map { "PostgreSQL \($0), which made \(place.postgresData)," }
      throw CommandFault(
        "\(wanted ?? "PostgreSQL") is not installed; make dependencies installs it")
    }
    return "\(PrivatePostgres.versionsDirectory)/\(version)/bin/\(name)"
  }
}
