import Postgres
import ServiceKit
import TestFiles
import TestStores
import TestWorkers
import Testing

@testable import LicenseStore
@testable import ServiceAPI

/// What PostgreSQL says of the sessions that a worker process opens by its settings.
@Suite struct `A worker's session` {
  private let database: TestDatabase
  private let keys: TemporaryFile

  init() throws {
    database = try TestDatabase.make()
    keys = TemporaryFile(SecretKeyFile.line(for: WorkerBench.secret(1)))
  }

  /// As its process reads it from its environment.
  private func load(_ service: String, publishesHints: Bool) -> WorkerSettings {
    var settings = Settings(
      process: service, arguments: [],
      environment: [
        "DATABASE_URL": database.url, "REDIS_URL": "redis://127.0.0.1:1/0",
        "COUNTERSIGN_MASTER_KEY_FILE": keys.path, "COUNTERSIGN_GATEWAYS": "ipc:///nowhere",
      ])
    return WorkerSettings.load(
      service: service, publishesHints: publishesHints, servesDirectClients: false,
      from: &settings
    ) { _ in () }.0
  }

  private func show(_ setting: String, _ worker: WorkerSettings) throws -> String {
    try worker.makeSession().postgres.run { (connection) throws(PostgresError) in
      try connection.run("SHOW \(setting)").only().text(setting)
    }
  }

  @Test(arguments: ["activation", "verification", "renewal"])
  func `plans no table scan where it looks up single rows, and compiles nothing`(
    service: String
  ) throws {
    let worker = load(service, publishesHints: false)
    #expect(try show("enable_seqscan", worker) == "off")
    #expect(try show("jit", worker) == "off")
  }

  @Test func `keeps scans in the administration, which lists and counts`() throws {
    let worker = load("admin", publishesHints: true)
    #expect(try show("enable_seqscan", worker) == "on")
    #expect(try show("jit", worker) == "off")
  }
}
