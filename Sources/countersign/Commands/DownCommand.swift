import ServiceKit

/// `countersign down`
enum DownCommand: Subcommand {
  static let name = "down"
  static let summary = "Stops the cluster of COUNTERSIGN_HOME in order; its data stay."
  static let usage = ""
  static let help = "Without a cluster there it does nothing and returns 0."

  static func run(_ arguments: [String]) throws -> Int32 {
    try Arguments(arguments).refuseWords()
    let environment = ProcessEnvironment.current()
    let home = ClusterHome(environment: environment)
    let wasRunning = try BackgroundCluster(home: home, environment: environment).stop()
    Console.say(wasRunning ? "stopped the cluster in \(home.path)" : "nothing ran in \(home.path)")
    return 0
  }
}
