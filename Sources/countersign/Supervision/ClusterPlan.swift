import ChildProcesses

/// What runs in a cluster and with which settings: counts, ports, endpoints, key files.
struct ClusterPlan {
  let home: ClusterHome
  let place: StorePlace
  let keys: KeyDirectory
  let options: ClusterOptions
  let opsPorts: [Int]
  /// One for each lane of each verification process.
  let directPorts: [Int]
  /// The folder of the binaries.
  let binaries: String
  /// What this process was started with.
  let environment: [String: String]

  var url: String { "\(options.tls == nil ? "http" : "https")://127.0.0.1:\(options.port)" }
  var opsURL: String { "http://127.0.0.1:\(opsPorts[0])" }

  /// The key of a client that is on the list, for whoever uses this cluster.
  static let directClient = "client"

  /// Where direct clients come to, all lanes of the first verification process first.
  var directEndpoints: [String] { directPorts.map { "tcp://127.0.0.1:\($0)" } }

  func directEndpoints(of number: Int) -> ArraySlice<String> {
    directEndpoints[(number - 1) * options.lanes..<number * options.lanes]
  }

  /// In the order of starting.
  var services: [ProcessPlan] {
    let order: [ProcessKind] = [.gateway, .admin, .activation, .renewal, .verification]
    return order.flatMap { kind in
      (1...options.count(of: kind)).map { plan(kind, $0) }
    }
  }

  private func plan(_ kind: ProcessKind, _ number: Int) -> ProcessPlan {
    let name = "\(kind.rawValue)-\(number)"
    let log = ChildCommand.Output.file(home.log(of: name))
    return ProcessPlan(
      name: name, stage: kind == .gateway ? .gateways : .workers,
      command: ChildCommand(
        "\(binaries)/\(kind.executable)",
        environment: ChildEnvironment.make(from: environment, adding: settings(kind, number)),
        output: log, error: log, hasOwnSession: true))
  }

  func settings(_ kind: ProcessKind, _ number: Int) -> [String: String] {
    let common = [
      ClusterHome.variable: home.path, Leftovers.marker: home.path,
      "COUNTERSIGN_LANES": "\(lanes(of: kind))",
    ]
    let own = kind == .gateway ? gatewaySettings(number) : workerSettings(kind, number)
    return common.merging(own) { $1 }
  }

  /// Admin has two at least: a large batch of codes must not keep a revocation waiting. Who writes
  /// waits for the disk most of the time, and commits that wait together cost one write.
  private func lanes(of kind: ProcessKind) -> Int {
    switch kind {
    case .admin: max(2, options.lanes)
    case .activation, .renewal: options.writerLanes
    case .gateway, .verification: options.lanes
    }
  }

  /// The gateway holds no secret and knows no store.
  private func gatewaySettings(_ number: Int) -> [String: String] {
    let settings = [
      "COUNTERSIGN_LISTEN": "127.0.0.1:\(options.port + number - 1)",
      "COUNTERSIGN_OPS": "127.0.0.1:\(opsPorts[number - 1])",
      "COUNTERSIGN_BUS": busEndpoint(number),
      "COUNTERSIGN_KEY_SET_FILE": keys.keySetFile,
    ]
    return settings.merging(options.tls?.settings ?? [:]) { $1 }
  }

  private func workerSettings(_ kind: ProcessKind, _ number: Int) -> [String: String] {
    var settings = [
      "COUNTERSIGN_GATEWAYS": gatewayEndpoints.joined(separator: ","),
      "COUNTERSIGN_MASTER_KEY_FILE": keys.masterFile,
      "DATABASE_URL_FILE": home.databaseURLFile,
      "REDIS_URL_FILE": home.redisURLFile,
    ]
    if kind == .admin {
      settings["COUNTERSIGN_HINT_ENDPOINT"] = hintEndpoint(number)
    } else {
      settings["COUNTERSIGN_TOKEN_KEY_FILE"] = keys.tokenFile
      settings["COUNTERSIGN_SIGNING_KEY_FILE"] = keys.signingFile
      settings["COUNTERSIGN_HINTS"] = hintEndpoints.joined(separator: ",")
    }
    if kind == .verification { settings.merge(directSettings(number)) { $1 } }
    return settings
  }

  private func directSettings(_ number: Int) -> [String: String] {
    [
      "COUNTERSIGN_DIRECT_LISTEN": directEndpoints(of: number).joined(separator: ","),
      "COUNTERSIGN_DIRECT_KEY_FILE": keys.directSecretFile(of: "verification-\(number)"),
      "COUNTERSIGN_DIRECT_CLIENTS_FILE": keys.directClientsFile,
    ]
  }

  /// One for each lane of each gateway: a lane has a socket of its own.
  private var gatewayEndpoints: [String] {
    (1...options.count(of: .gateway)).flatMap { number in
      (0..<options.lanes).map { lane in
        lane == 0 ? busEndpoint(number) : busEndpoint(number) + ".\(lane)"
      }
    }
  }

  private var hintEndpoints: [String] {
    (1...options.count(of: .admin)).map(hintEndpoint)
  }

  private func busEndpoint(_ number: Int) -> String {
    "ipc://\(place.busDirectory)/gateway-\(number)"
  }

  private func hintEndpoint(_ number: Int) -> String {
    "ipc://\(place.busDirectory)/hints-\(number)"
  }
}
