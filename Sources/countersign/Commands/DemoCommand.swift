import ServiceKit

/// `countersign demo`
enum DemoCommand: Subcommand {
  static let name = "demo"
  static let summary = "Starts a cluster and tells its story, each request and answer shown."
  static let usage = "[options of up]"
  static let help = """
    The cluster is left running, to be played with; countersign down stops it. Ends with 1 as soon
    as a step goes otherwise than told.

    \(ClusterOptions.help)
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ClusterOptions.optionNames)
    try parsed.refuseWords()
    let environment = ProcessEnvironment.current()
    let options = try ClusterOptions(parsed, environment: environment)
    guard options.tls == nil else { throw UsageFault("the story is told over plain HTTP") }
    let home = ClusterHome(environment: environment)
    try StoreOrigin(environment: environment, home: home).refuse()
    try BackgroundCluster(home: home, environment: environment).start(arguments, options)
    let cluster = try RunningCluster(home: home)
    let story = Story(cluster: cluster)
    let ending = try story.tell()
    Console.say(ending.farewell(home: home))
    return 0
  }
}
