import ServiceKit

/// The URLs of the stores that a caller names, by value or by the path of a file.
struct StoreAddresses {
  let databaseURL: SecretText?
  let redisURL: SecretText?

  /// A command is called by hand, so it takes a URL with a password from its own environment; it
  /// hands it on by files only.
  init(environment: [String: String]) throws {
    databaseURL = try StoreAddresses.read("DATABASE_URL", environment)
    redisURL = try StoreAddresses.read("REDIS_URL", environment)
  }

  private static func read(
    _ name: String, _ environment: [String: String]
  ) throws -> SecretText? {
    if let path = environment[name + "_FILE"], !path.isEmpty {
      return try SecretFile(path: path).readText()
    }
    guard let url = environment[name], !url.isEmpty else { return nil }
    return SecretText(url)
  }

  /// The database that a command works on: the one named, else the one of the home's cluster.
  static func database(
    environment: [String: String], home: ClusterHome
  ) throws -> SecretText {
    if let named = try StoreAddresses(environment: environment).databaseURL { return named }
    guard Files.exists(home.databaseURLFile) else {
      throw CommandFault(
        "no database is known: set DATABASE_URL or DATABASE_URL_FILE, or start a cluster in "
          + home.path)
    }
    return try SecretFile(path: home.databaseURLFile).readText()
  }
}
