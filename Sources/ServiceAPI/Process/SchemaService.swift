import Instants
import LicenseStore
import Postgres
import ServiceKit

/// Migrates the database before the process goes on. Where that fails the process ends, and whoever
/// keeps it running starts it anew.
struct SchemaService: Service {
  let name = "schema"
  let database: PostgresConfiguration
  let log: Logger

  func start() throws {
    let connection = try PostgresConnection.open(database)
    defer { connection.close() }
    for step in try Migrator.migrate(connection) {
      log.info("A step of the schema was applied", [LogField("version", step.version)])
    }
  }

  func beginStop() {}

  func waitUntilStopped(until deadline: MonotonicTime) -> Bool { true }
}
