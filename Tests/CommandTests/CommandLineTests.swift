import TestFiles
import ChildProcesses
import Glibc
import Instants
import JSON
import LicenseStore
import ServiceKit
import TestStores
import Testing

@testable import countersign

/// The built program, called as a person calls it.
struct CommandLineTests {
  private struct Called {
    let status: ChildProcesses.ExitStatus?
    let output: String
    let error: String
    var words: [String] { output.split(whereSeparator: \.isWhitespace).map(String.init) }
  }

  private let directory: TemporaryFolder

  init() throws {
    directory = TemporaryFolder()
  }

  private func call(_ arguments: String..., environment: [String: String] = [:]) throws -> Called {
    let binaries = Files.parent(of: try #require(Files.target(ofLink: "/proc/self/exe")))
    let home = ["COUNTERSIGN_HOME": directory.path + "/home", "PATH": "/usr/bin:/bin"]
    let output = directory.path + "/out.\(UInt64.random(in: 0 ... .max))"
    let child = try ChildProcess.start(
      ChildCommand(
        binaries + "/countersign", arguments, environment: home.merging(environment) { $1 },
        output: .file(output), error: .file(output + ".err")))
    let status = child.wait(until: SystemTimeSource().monotonic() + 60_000)
    return Called(
      status: status, output: Files.text(output) ?? "", error: Files.text(output + ".err") ?? "")
  }

  @Test(arguments: Command.subcommands.map { $0.name })
  func `every command explains itself`(name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    let (subcommand, rest) = try #require(Command.find(words + ["--help"]))
    #expect(subcommand.name == name && rest == ["--help"])
    #expect(!subcommand.summary.isEmpty && !subcommand.help.isEmpty)
  }

  @Test func `help is a success, nonsense is not`() throws {
    #expect(try call("--help").status == .exited(0))
    #expect(try call("up", "--help").output.contains("--verification N"))
    #expect(try call("key", "--help").output.contains("key revoke"))
    #expect(try call().status == .exited(64))
    #expect(try call("nonsense").status == .exited(64))
    #expect(try call("up", "--nonsense").status == .exited(64))
    #expect(try call("down", "now").status == .exited(64))
  }

  @Test func `down without a cluster is a success`() throws {
    let called = try call("down")
    #expect(called.status == .exited(0))
    #expect(called.output.contains("nothing ran"))
  }

  @Test func `keys are made once and shown by their public half`() throws {
    let first = try call("keys")
    let second = try call("keys")
    #expect(first.status == .exited(0) && second.status == .exited(0))
    #expect(first.output.contains("made") && !second.output.contains("made"))
    #expect(first.words.last == second.words.last && first.words.last?.utf8.count == 43)
  }

  @Test func `without a database the commands say how to name one`() throws {
    for command in [["migrate"], ["key", "list"], ["epoch", "new"]] {
      let called = try call(command[0], command.count > 1 ? command[1] : "--")
      #expect(called.status != .exited(0))
    }
    #expect(try call("migrate").error.contains("DATABASE_URL"))
  }

  @Test func `a schema is made, and again nothing is to do`() throws {
    let database = try TestDatabase.make()
    let environment = ["DATABASE_URL": database.url]
    #expect(try call("migrate", environment: environment).output.contains("applied migration 1"))
    let again = try call("migrate", environment: environment)
    #expect(again.status == .exited(0) && !again.output.contains("applied"))
  }

  @Test func `an operator key is made, listed and revoked, and the log says so`() throws {
    let database = try TestDatabase.make()
    try Files.write(database.url, to: directory.path + "/url")
    let environment = ["DATABASE_URL_FILE": directory.path + "/url"]
    _ = try call("migrate", environment: environment)
    let made = try call(
      "key", "add", "--name", "Ada\nLovelace", "--scope", "read,verify", "--expires", "2099-01-31",
      environment: environment)
    let secret = try #require(made.words.first)
    #expect(made.words.count == 1 && secret.hasPrefix("csk_") && secret.utf8.count == 47)
    let listed = try call("key", "list", environment: environment).output
    #expect(
      listed.contains("\tusable\tread,verify\tall-apps\t2099-02-01T00:00:00Z\tAda?Lovelace\n"))
    #expect(!listed.contains(secret))
    let id = String(listed.prefix { $0 != "\t" })
    #expect(try call("key", "revoke", id, environment: environment).status == .exited(0))
    #expect(try call("key", "revoke", id, environment: environment).status == .exited(1))
    #expect(try call("key", "list", environment: environment).output.contains("\trevoked\t"))
    #expect(
      try database.run("SELECT action FROM action_logs ORDER BY id") == [
        ["key.add"], ["key.revoke"],
      ])
    #expect(
      try database.value("SELECT count(*) FROM operator_keys WHERE name LIKE '%csk_%'") == "0")
  }

  @Test(arguments: [
    ["--scope", "admin"], ["--name", "n"], ["--name", "n", "--scope", "root"],
    ["--name", "n", "--scope", "admin", "--app", "lic_aaaaaaaaaaaaa"],
    ["--name", "n", "--scope", "admin", "--expires", "tomorrow"],
    ["--name", "", "--scope", "admin"],
  ])
  func `an operator key that makes no sense is refused before the database is asked`(
    words: [String]
  ) throws {
    let parsed = try Arguments(words, options: ["--name", "--scope", "--app", "--expires"])
    #expect(throws: UsageFault.self) { try KeyAddCommand.draft(parsed) }
  }

  @Test func `a new epoch has a higher number`() throws {
    let database = try TestDatabase.make()
    let environment = ["DATABASE_URL": database.url]
    _ = try call("migrate", environment: environment)
    func makeEpoch() throws -> Int {
      let words = try call("epoch", "new", environment: environment).words
      #expect(words.prefix(3) == ["the", "epoch", "is"])
      return try #require(words.last.flatMap { Int($0) })
    }
    let first = try makeEpoch()
    #expect(try makeEpoch() > first)
  }

  @Test func `the log is verified, and what broke it is named`() throws {
    let database = try TestDatabase.make()
    let environment = ["DATABASE_URL": database.url]
    #expect(try call("audit", "verify", environment: environment).error.contains("migrate"))
    _ = try call("migrate", environment: environment)
    _ = try call("key", "add", "--name", "n", "--scope", "read", environment: environment)
    let whole = try call("audit", "verify", environment: environment)
    #expect(whole.status == .exited(0))
    #expect(whole.output.contains("is whole: 0 rows in 0 seals, 1 rows not sealed yet"))
    let head = "1:" + String(repeating: "0", count: 64)
    let broken = try call("audit", "verify", "--head", head, "--json", environment: environment)
    #expect(broken.status == .exited(1))
    #expect(try JSON.parse(Array(broken.output.utf8))["whole"] == .bool(false))
    for head in ["", "1", "0:" + head.dropFirst(2), "1:ABC", head + "0", head + ":"] {
      let called = try call("audit", "verify", "--head", head, environment: environment)
      #expect(called.status == .exited(64))
    }
  }

  @Test func `what is not sealed is counted to a limit, and a restore is told from tampering`() {
    var report = LogAudit.Report()
    report.unsealedRows = 9999
    #expect(AuditVerifyCommand.text(.success(report)).contains(" 9999 rows not sealed"))
    report.unsealedRows = LogAudit.unsealedLimit
    #expect(AuditVerifyCommand.text(.success(report)).contains("10000 or more rows not sealed"))
    let broken = LogAudit.Outcome.failure(.rowAdded(logID: 9, seal: 2))
    let lines = AuditVerifyCommand.text(broken, isBehind: true).split(separator: "\n")
    #expect(lines.count == 2 && lines[1].contains("pg_dump"))
    #expect(AuditVerifyCommand.json(broken, isBehind: true).contains("begin_anew\":true"))
    #expect(!AuditVerifyCommand.text(broken).contains("pg_dump"))
  }

  @Test func `the doctor without anything says all that is missing, and ends with 1`() throws {
    let called = try call("doctor")
    #expect(called.status == .exited(1))
    #expect(called.output.contains("DATABASE_URL or DATABASE_URL_FILE is not set"))
    #expect(called.output.contains(" faults\n"))
    #expect(try call("doctor", "--config", directory.path + "/none").status == .exited(1))
    #expect(try call("doctor", "now").status == .exited(64))
  }

  @Test func `a row edited by hand counts again after a reseal, which is logged`() throws {
    let database = try TestDatabase.make()
    let environment = ["DATABASE_URL": database.url]
    _ = try call("migrate", environment: environment)
    _ = try call("keys")
    try database.run(
      """
      INSERT INTO apps (id, name, settings, features, client_key, client_key_master, created_at)
        VALUES (1, 'a', '{}', '{}', '', 1, now());
      INSERT INTO licenses (id, app_id, code, plan, duration_days, allow_devices, features, row_mac,
          row_mac_key, created_at)
        VALUES (1, 1, 'A8F3K2Q7XP5N9WCE', 'yearly', 365, 5, '{}', '\\x00', 1, now())
      """)
    let first = try call("license", "reseal", "a8f3-k2q7-xp5n-9wce", environment: environment)
    #expect(first.output == "resealed lic_aaaaaaaaaaaac\n", "\(first.error)")
    let second = try call("license", "reseal", "lic_aaaaaaaaaaaac", environment: environment)
    #expect(second.status == .exited(0) && second.output.contains("nothing was changed"))
    #expect(try database.value("SELECT version FROM licenses") == "2")
    #expect(
      try database.run("SELECT action, target_code FROM action_logs") == [
        ["license.reseal", "A8F3K2Q7XP5N9WCE"]
      ])
    #expect(try database.value("SELECT kind FROM outbox") == "license")
    try database.run("UPDATE licenses SET plan = 'eternal'")
    let third = try call("license", "reseal", "lic_aaaaaaaaaaaac", environment: environment)
    #expect(third.status == .exited(1))
    #expect(try database.value("SELECT version FROM licenses") == "2")
    #expect(
      try call("license", "reseal", "nothing", environment: environment).status == .exited(1))
  }
}
