import Glibc
import Instants
import LicenseStore
import Postgres
import ServiceKit

/// How commands that work on the database get at it.
enum DatabaseAccess {
  static func connect(_ url: SecretText) throws -> PostgresConnection {
    try PostgresConnection.open(
      PostgresConfiguration(url: url.value, applicationName: "countersign"))
  }

  /// The database that the environment names, or the one of the home's cluster.
  static func connect(environment: [String: String]) throws -> PostgresConnection {
    let home = ClusterHome(environment: environment)
    return try connect(database(environment: environment, home: home))
  }

  /// The URL of the database that a command works on; says so where that is not the home's.
  static func database(environment: [String: String], home: ClusterHome) throws -> SecretText {
    if let notice = StoreOrigin(environment: environment, home: home).notice {
      Console.complain(notice)
    }
    return try StoreAddresses.database(environment: environment, home: home)
  }

  /// For who reads whole tables, and waits for rows that others hold: more time than a request has.
  static func patient(_ url: SecretText) -> PostgresConfiguration {
    var configuration = PostgresConfiguration(url: url.value, applicationName: "countersign")
    configuration.lockTimeoutMilliseconds = 60_000
    configuration.statementTimeoutMilliseconds = 65_000
    configuration.answerTimeoutMilliseconds = 70_000
    return configuration
  }

  static func connectPatiently(environment: [String: String]) throws -> PostgresConnection {
    let home = ClusterHome(environment: environment)
    return try PostgresConnection.open(patient(database(environment: environment, home: home)))
  }

  /// Who the log says did it: the person's name on this host, as far as that tells.
  static func author(environment: [String: String]) -> LogAuthor {
    let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
    return LogAuthor(operatorName: "cli:\(user)", at: SystemTimeSource().now())
  }
}
