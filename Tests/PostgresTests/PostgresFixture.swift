import Postgres
import TestStores

/// A database of a test's own, and connections to it.
struct PostgresFixture {
  let database: TestDatabase

  init() throws {
    database = try TestDatabase.make()
  }

  func connect(
    _ adjust: (inout PostgresConfiguration) -> Void = { _ in }
  ) throws(PostgresError) -> PostgresConnection {
    var configuration = PostgresConfiguration(url: database.url)
    adjust(&configuration)
    return try PostgresConnection.open(configuration)
  }

  /// The error that `body` must end with.
  func failure<Value>(of body: () throws(PostgresError) -> Value) -> PostgresError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
