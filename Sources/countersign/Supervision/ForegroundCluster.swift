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
    let supervisor = Supervisor(home: home, signals: StopSignals())
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
    try TakenPorts.refuse(options)
    let keys = KeyDirectory(path: home.keys)
    let made = try keys.makeMissing(now: SystemTimeSource().now())
    for file in try made + directKeys(keys) { Console.say("made \(file)") }
    let stores = try ClusterStores(home: home, place: place, environment: environment)
    try stores.start(supervisor)
    if !options.acceptsLostKeys {
      try DatabaseKeys(keys: keys, made: made).check(DatabaseAccess.connect(stores.databaseURL))
    }
    let (opsPorts, directPorts) = try ports()
    let plan = ClusterPlan(
      home: home, place: place, keys: keys, options: options, opsPorts: opsPorts,
      directPorts: directPorts,
      binaries: Files.parent(of: Files.target(ofLink: "/proc/self/exe") ?? ""),
      environment: environment)
    let operatorKey = try stores.operatorKey(now: SystemTimeSource().now())
    try writeEnvironment(plan, stores, operatorKey)
    try Files.write(
      RunningOptions.text(options, opsPort: opsPorts[0], directPort: directPorts[0]),
      to: home.optionsFile)
    supervisor.announce(plan.url, whenReady: HTTPClient(port: opsPorts[0]))
    for service in plan.services { try supervisor.start(service) }
  }

  /// The stores' place, with nothing of an earlier cluster left running in it.
  private func clearedPlace() throws -> StorePlace {
    let count = try Leftovers(home: home, place: StorePlace.known(to: home)).end()
    if count > 0 { Console.say("ended \(count) processes of an earlier cluster") }
    return try StorePlace.prepare(for: home)
  }

  /// What is not named is the standard port where apps use theirs, else one that is free; all
  /// free ones are found at once, so that they differ.
  private func ports() throws -> (ops: [Int], direct: [Int]) {
    let opsCount = options.count(of: .gateway)
    let ops = fixedPorts(options.opsPort, ClusterOptions.standardOpsPort, opsCount)
    let direct = fixedPorts(
      options.directPort, ClusterOptions.standardDirectPort, options.directCount)
    let free = try FreePorts.find(opsCount + options.directCount)
    return (ops ?? Array(free[..<opsCount]), direct ?? Array(free[opsCount...]))
  }

  private func fixedPorts(_ named: Int?, _ standard: Int, _ count: Int) -> [Int]? {
    if let named { return Array(named..<named + count) }
    let ports = Array(standard..<standard + count)
    let isStandard =
      options.port == ClusterOptions.standardPort && ports.allSatisfy(FreePorts.isFree)
    return isStandard ? ports : nil
  }

  /// CURVE keys of the verification processes and of one client, and the list with that client.
  private func directKeys(_ keys: KeyDirectory) throws -> [String] {
    let processes = (1...options.count(of: .verification)).map { "verification-\($0)" }
    let made = try (processes + [ClusterPlan.directClient]).flatMap(keys.makeMissingDirectKeys)
    return try made + keys.makeMissingDirectClients(allowing: ClusterPlan.directClient)
  }

  /// How a direct client finds the cluster: endpoints and server keys, one for each lane, parted by
  /// commas.
  private func directVariables(_ plan: ClusterPlan) throws -> [(name: String, value: String)] {
    let serverKeys = try (1...options.count(of: .verification)).flatMap { number in
      let key = try plan.keys.directPublicKey(of: "verification-\(number)")
      return Array(repeating: key, count: options.lanes)
    }
    return [
      ("COUNTERSIGN_DIRECT_URL", plan.directEndpoints.joined(separator: ",")),
      ("COUNTERSIGN_DIRECT_SERVER_KEY", serverKeys.joined(separator: ",")),
      (
        "COUNTERSIGN_DIRECT_CLIENT_KEY_FILE",
        plan.keys.directSecretFile(of: ClusterPlan.directClient)
      ),
    ]
  }

  private func writeEnvironment(
    _ plan: ClusterPlan, _ stores: ClusterStores, _ operatorKey: SecretText
  ) throws {
    let variables =
      [
        (name: "COUNTERSIGN_HOME", value: home.path), ("COUNTERSIGN_URL", plan.url),
        ("COUNTERSIGN_OPS_URL", plan.opsURL), ("COUNTERSIGN_OPERATOR_KEY", operatorKey.value),
        ("COUNTERSIGN_ROOT_KEY", try plan.keys.rootPublicKey()),
        ("DATABASE_URL", stores.databaseURL.value), ("REDIS_URL", stores.redisURL.value),
        ("COUNTERSIGN_PIDS", home.pidFile),
      ] + (try directVariables(plan))
    try Files.write(EnvironmentFile.text(variables), to: home.environmentFile)
  }
}
