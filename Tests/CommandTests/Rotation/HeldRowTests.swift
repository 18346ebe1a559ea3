import ChildProcesses
import Instants
import LicenseStore
import Postgres
import ServiceKit
import TestFiles
import TestStores
import Testing

@testable import countersign

/// A change of master keys goes beside a service that holds rows, for longer than a request may
/// wait for one.
struct HeldRowTests {
  private static let row = """
    INSERT INTO apps (id, name, settings, features, client_key, client_key_master, created_at)
      VALUES (1, 'a', '{}', '{}', '', 1, now());
    INSERT INTO licenses (id, app_id, code, plan, duration_days, allow_devices, features, row_mac,
        row_mac_key, created_at)
      VALUES (1, 1, 'A8F3K2Q7XP5N9WCE', 'yearly', 365, 5, '{}', '\\x00', 1, now())
    """
  private static let waiting = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '1500 ms'
    """

  private let directory = TemporaryFolder()

  private func retireMaster(_ database: TestDatabase) throws -> ChildProcess {
    let binaries = Files.parent(of: try #require(Files.target(ofLink: "/proc/self/exe")))
    return try ChildProcess.start(
      ChildCommand(
        binaries + "/countersign",
        ["keys", "retire", "master", "--restarted", "--dir", directory.path],
        environment: [
          "PATH": "/usr/bin:/bin", "DATABASE_URL": database.url,
          "COUNTERSIGN_HOME": directory.path + "/none",
        ],
        output: .file(directory.path + "/out"), error: .file(directory.path + "/out")))
  }

  @Test func `a row that somebody holds is waited for longer than a second`() throws {
    let database = try TestDatabase.make()
    let holder = try DatabaseAccess.connect(SecretText(database.url))
    try Migrator.migrate(holder)
    try database.run(Self.row)
    _ = try KeyDirectory(path: directory.path).makeMissing(now: SystemTimeSource().now())
    for words in [["master"], ["master", "--use", "--restarted"]] {
      #expect(try KeysRotateCommand.run(words + ["--dir", directory.path]) == 0)
    }
    var child: ChildProcess?
    try holder.transaction { (connection) throws(PostgresError) in
      try connection.run("SELECT id FROM licenses FOR UPDATE")
      child = try? retireMaster(database)
      let isWaiting = Waiting.until(milliseconds: 4500) {
        (try? database.value(Self.waiting)) == "1" || child?.exitStatus != nil
      }
      #expect(isWaiting && child?.exitStatus == nil, "\(output)")
    }
    let status = try #require(child).wait(until: SystemTimeSource().monotonic() + 20_000)
    #expect(status == .exited(0))
    #expect(output.contains("1 licences were left") && output.contains("1 apps cannot be opened"))
    #expect(output.contains("app_aaaaaaaaaaaac"), "\(output)")
  }

  private var output: String { Files.text(directory.path + "/out") ?? "" }
}
