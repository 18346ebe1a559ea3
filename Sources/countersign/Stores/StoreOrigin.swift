import ServiceKit

/// Whose stores the environment names. A shell that has read the `env` of one cluster names that
/// cluster's stores to each command after it, whatever `COUNTERSIGN_HOME` says by then.
struct StoreOrigin {
  let environment: [String: String]
  let home: ClusterHome

  private enum Store: String, CaseIterable {
    case database = "DATABASE_URL"
    case redis = "REDIS_URL"

    var word: String { self == .database ? "database" : "Redis" }

    func file(_ home: ClusterHome) -> String {
      self == .database ? home.databaseURLFile : home.redisURLFile
    }
  }

  /// For commands that work on the database: where it is another than the home's.
  var notice: String? {
    let own = running(.database) ?? Self.text(Store.database.file(home))
    guard let source = source(.database, own: own) else { return nil }
    return "uses the database of \(source), from the environment, not that of \(home.path)"
  }

  /// For `up`: a second cluster on the stores of the first one, or a home moved by mistake.
  func refuse() throws(CommandFault) {
    for store in Store.allCases {
      guard let source = source(store, own: running(store)) else { continue }
      throw CommandFault(
        "the environment names the \(store.word) of \(source), and COUNTERSIGN_HOME is "
          + "\(home.path), which has its own: unset \(store.rawValue), or start in a new shell")
    }
  }

  /// Whose the named store is, where that is another home's, or not `own`.
  private func source(_ store: Store, own: String?) -> String? {
    guard let named = named(store) else { return nil }
    // Two homes may share a store of somebody else's: then this one was run with it before.
    let isOwn = named == own || named == Self.text(store.file(home))
    if let other = otherHome, named == Self.text(store.file(other)), !isOwn { return other.path }
    guard let own, own != named else { return nil }
    return store.rawValue
  }

  private func named(_ store: Store) -> String? {
    guard let addresses = try? StoreAddresses(environment: environment) else { return nil }
    return (store == .database ? addresses.databaseURL : addresses.redisURL)?.value
  }

  /// What the home's own `env` says; it is there while its cluster runs.
  private func running(_ store: Store) -> String? {
    Files.text(home.environmentFile).map(EnvironmentFile.parse)?[store.rawValue]
  }

  /// The home whose `env` this environment has read: that names its list of processes, too.
  private var otherHome: ClusterHome? {
    guard let pids = environment["COUNTERSIGN_PIDS"], !pids.isEmpty else { return nil }
    let other = ClusterHome(path: Files.parent(of: Files.absolute(pids)))
    return other == home ? nil : other
  }

  private static func text(_ path: String) -> String? {
    Files.text(path)?.split(whereSeparator: \.isNewline).first.map(String.init)
  }
}
