import LoadTest

/// The options of `countersign loadtest` that name direct lanes, and their defaults.
struct LoadtestDirect {
  static let optionNames: Set<String> = ["--direct", "--server-key", "--client-key"]
  /// `--direct` may stand alone.
  static let switchNames: Set<String> = ["--direct"]

  private let environment: [String: String]
  private let parsed: Arguments

  init(_ parsed: Arguments, environment: [String: String]) {
    self.parsed = parsed
    self.environment = environment
  }

  /// `--direct tcp://…` as `--direct=tcp://…`: its value may be missing, so it is not just the next
  /// word.
  static func joined(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    for argument in arguments {
      if joined.last == "--direct", !argument.hasPrefix("--") {
        joined[joined.count - 1] = "--direct=" + argument
      } else {
        joined.append(argument)
      }
    }
    return joined
  }

  /// None: HTTP was asked for.
  func lanes() throws(UsageFault) -> [DirectLane] {
    let named = try parsed.value("--direct")
    guard parsed.has("--direct") || named != nil else {
      for name in ["--server-key", "--client-key"] where try parsed.value(name) != nil {
        throw UsageFault("\(name) belongs to --direct")
      }
      return []
    }
    let endpoints = Self.list(named) ?? known
    guard !endpoints.isEmpty else {
      throw UsageFault("--direct needs tcp://host:port where COUNTERSIGN_DIRECT_URL is not set")
    }
    let keys = try serverKeys(of: endpoints)
    var lanes: [DirectLane] = []
    for (endpoint, key) in zip(endpoints, keys) { lanes.append(try lane(endpoint, key)) }
    return lanes
  }

  /// Those of the cluster.
  private var known: [String] { Self.list(environment["COUNTERSIGN_DIRECT_URL"]) ?? [] }

  /// One for each endpoint; `nil`: it has none.
  private func serverKeys(of endpoints: [String]) throws(UsageFault) -> [String?] {
    if let given = Self.list(try parsed.value("--server-key")) {
      guard given.count == endpoints.count else {
        throw UsageFault("--server-key takes one key for each endpoint, parted by commas")
      }
      return given
    }
    let keys = Self.list(environment["COUNTERSIGN_DIRECT_SERVER_KEY"]) ?? []
    let byEndpoint = Dictionary(zip(known, keys)) { first, _ in first }
    return endpoints.map { byEndpoint[$0] }
  }

  private func lane(_ endpoint: String, _ serverKey: String?) throws(UsageFault) -> DirectLane {
    let isFile = endpoint.hasPrefix("ipc://")
    guard isFile || endpoint.hasPrefix("tcp://") else {
      throw UsageFault("--direct takes tcp://host:port or ipc://path")
    }
    guard let serverKey else {
      if isFile { return DirectLane(endpoint: endpoint, curve: nil) }
      throw UsageFault(
        "\(endpoint) needs --server-key: COUNTERSIGN_DIRECT_SERVER_KEY names none for it")
    }
    guard let file = try parsed.value("--client-key") ?? environment[Self.keyFileName] else {
      throw UsageFault("--client-key is required where \(Self.keyFileName) is not set")
    }
    return DirectLane(
      endpoint: endpoint, curve: DirectLane.Curve(serverKey: serverKey, keyFile: file))
  }

  private static let keyFileName = "COUNTERSIGN_DIRECT_CLIENT_KEY_FILE"

  private static func list(_ text: String?) -> [String]? {
    text?.split(separator: ",").map(String.init)
  }
}
