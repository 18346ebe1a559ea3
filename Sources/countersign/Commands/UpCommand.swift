import ServiceKit

/// `countersign up`
enum UpCommand: Subcommand {
  static let name = "up"
  static let summary = "Starts a whole cluster: stores, keys, schema, one process of each kind."
  static let usage = "[--detach] [options]"
  static let help = """
    Runs until SIGTERM, SIGINT or countersign down; --detach returns as soon as it is ready.
    With DATABASE_URL and REDIS_URL (or …_FILE) set it uses those stores instead of its own.
    Everything is below COUNTERSIGN_HOME (default .run): env tells where the cluster listens,
    pids who is who, log/ what each process says.

    \(ClusterOptions.help)
    --detach            runs in the background; returns 0 once the cluster is ready
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(
      arguments, options: ClusterOptions.optionNames,
      switches: ["--detach", ClusterOptions.lostKeysSwitch])
    try parsed.refuseWords()
    let environment = ProcessEnvironment.current()
    let options = try ClusterOptions(parsed, environment: environment)
    let home = ClusterHome(environment: environment)
    try StoreOrigin(environment: environment, home: home).refuse()
    if parsed.has("--detach") {
      let own = arguments.filter { $0 != "--detach" }
      try BackgroundCluster(home: home, environment: environment).start(own, options)
      return 0
    }
    return try ForegroundCluster(home: home, options: options, environment: environment).run()
  }
}
