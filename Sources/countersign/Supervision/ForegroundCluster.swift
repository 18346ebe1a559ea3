import Glibc
import Instants
import LicenseStore
import Postgres
import ServiceKit

/// A cluster from an empty folder to its end, in this process.
struct ForegroundCluster {
  let home: ClusterHome
  let options: ClusterOptions
  let environment: [String: String]

  func run() throws -> Int32 {
    try home.prepare()
    guard let lock = try HomeLock.take(home) else {
      throw CommandFault("a cluster runs in \(home.path) already; countersign down stops it")
    }
    defer { withExtendedLifetime(lock) {} }
    let supervisor = Supervisor(
      home: home, client: HTTPClient(port: options.port), signals: StopSignals())
    do {
      try start(supervisor)
      return try supervisor.run()
    } catch {
      Console.complain("\(error)")
      _ = supervisor.stop()
      return CommandFault.exitCode
    }
  }

  private func start(_ supervisor: Supervisor) throws {
    let place = try clearedPlace()
    try refuseTakenPort()
    let keys = KeyDirectory(path: home.keys)
    for file in try keys.makeMissing(now: SystemTimeSource().now()) { Console.say("made \(file)") }
    let stores = try ClusterStores(home: home, place: place, environment: environment)
    try stores.start(supervisor)
    let plan = ClusterPlan(
      home: home, place: place, keys: keys, options: options, opsPorts: try opsPorts(),
      binaries: Files.parent(of: Files.target(ofLink: "/proc/self/exe") ?? ""),
      environment: environment)
    let operatorKey = try stores.operatorKey(now: SystemTimeSource().now())
    try writeEnvironment(plan, stores, operatorKey)
    for service in plan.services { try supervisor.start(service) }
  }

  /// The stores' place, with nothing of an earlier cluster left running in it.
  private func clearedPlace() throws -> StorePlace {
    let count = try Leftovers(home: home, place: StorePlace.known(to: home)).end()
    if count > 0 { Console.say("ended \(count) processes of an earlier cluster") }
    return try StorePlace.prepare(for: home)
  }

  /// Otherwise the gateway would fail again and again while somebody else answers.
  private func refuseTakenPort() throws {
    for number in 0..<options.count(of: .gateway)
    where !FreePorts.isFree(options.port + number) {
      throw CommandFault("port \(options.port + number) is taken; choose another by --port")
    }
  }

  private func opsPorts() throws -> [Int] {
    let count = options.count(of: .gateway)
    if let first = options.opsPort { return Array(first..<first + count) }
    let standard = Array(ClusterOptions.standardOpsPort..<ClusterOptions.standardOpsPort + count)
    let isStandard =
      options.port == ClusterOptions.standardPort && standard.allSatisfy(FreePorts.isFree)
    return isStandard ? standard : try FreePorts.find(count)
  }

  private func writeEnvironment(
    _ plan: ClusterPlan, _ stores: ClusterStores, _ operatorKey: SecretText
  ) throws {
    let variables = [
      (name: "COUNTERSIGN_HOME", value: home.path), ("COUNTERSIGN_URL", plan.url),
      ("COUNTERSIGN_OPS_URL", plan.opsURL), ("COUNTERSIGN_OPERATOR_KEY", operatorKey.value),
      ("COUNTERSIGN_ROOT_KEY", try plan.keys.rootPublicKey()),
      ("DATABASE_URL", stores.databaseURL.value), ("REDIS_URL", stores.redisURL.value),
      ("COUNTERSIGN_PIDS", home.pidFile),
    ]
    try Files.write(EnvironmentFile.text(variables), to: home.environmentFile)
  }
}
