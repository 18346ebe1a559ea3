import ChildProcesses
import Glibc

/// An empty PostgreSQL database of a suite's own, dropped when nothing refers to it any more.
///
/// Made and looked at by PostgreSQL's own programs, so that tests of our overlay do not rest on it.
public final class TestDatabase: Sendable {
  public let name: String
  /// For a superuser.
  public let url: String
  private let serverURL: String

  private init(name: String, url: String, serverURL: String) {
    self.name = name
    self.url = url
    self.serverURL = serverURL
  }

  public static func make() throws -> TestDatabase {
    let serverURL = try TestEnvironment.value("COUNTERSIGN_TEST_DATABASE_URL")
    let name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try psql(serverURL, "CREATE DATABASE \(name) TEMPLATE template0")
    return TestDatabase(name: name, url: url(of: name, on: serverURL), serverURL: serverURL)
  }

  deinit {
    _ = try? TestDatabase.psql(serverURL, "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
  }

  /// Runs SQL, several statements too, and gives the rows of the last one. `NULL` reads as "".
  @discardableResult
  public func run(_ sql: String) throws -> [[String]] {
    var output = try TestDatabase.psql(url, sql)
    // psql ends its last record with a line feed, whatever the separator.
    if output.hasSuffix("\n") { output.removeLast() }
    return output.split(separator: "\u{1E}")
      .map { row in
        row.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
      }
  }

  /// The one value of the one row that `sql` gives.
  public func value(_ sql: String) throws -> String {
    let rows = try run(sql)
    guard let value = rows.first?.first else { return "" }
    return value
  }

  /// Ends all other connections to this database, as a restart of the server would.
  public func endConnections() throws {
    try TestDatabase.psql(
      serverURL,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
  }

  /// The URL of another role on this database.
  public func url(role: String) -> String {
    url.replacing("//postgres@", with: "//\(role)@")
  }

  @discardableResult
  private static func psql(_ url: String, _ sql: String) throws -> String {
    let options = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"]
    let separators = ["--field-separator=\u{1F}", "--record-separator=\u{1E}"]
    return try ChildRun.output(
      of: ChildCommand(
        TestEnvironment.program("psql"),
        options + separators + ["--set=ON_ERROR_STOP=1", "--dbname=\(url)", "--command=\(sql)"],
        environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]))
  }

  private static func url(of name: String, on serverURL: String) -> String {
    let end = serverURL.firstIndex(of: "?") ?? serverURL.endIndex
    let path = serverURL[..<end].lastIndex(of: "/") ?? end
    return serverURL[..<path] + "/\(name)" + serverURL[end...]
  }
}
