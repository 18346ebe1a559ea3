import ServiceKit

/// What a caller asks of a cluster: how many processes of each kind, and where it listens.
struct ClusterOptions: Equatable {
  static let countLimit = 64
  static let laneLimit = LaneNumbers.limit
  static let standardWriterLanes = LaneNumbers.ofWriters
  static let standardPort = 8080
  static let standardOpsPort = 9090
  static let standardDirectPort = 9190

  static let optionNames =
    Set(
      ProcessKind.allCases.map(\.option)
        + ["--port", "--ops-port", "--direct-port", "--lanes", "--writer-lanes"]
        + ClusterTLS.optionNames)

  static let lostKeysSwitch = "--lost-keys"

  static let help = """
    --port N            where apps call; further gateways take the ports after it
                        (default \(standardPort))
    --ops-port N        where operators see metrics and readiness (default \(standardOpsPort);
                        with --port, one that is free)
    --direct-port N     where direct clients come to, one port for each lane of verification
                        (default \(standardDirectPort); with --port, those that are free)
    --gateway N         how many processes of each kind run, 1 to \(countLimit) (default 1)
    --admin N
    --activation N
    --renewal N
    --verification N
    --lanes N           lanes of each process, 1 to \(laneLimit) (default COUNTERSIGN_LANES, or 1)
    --writer-lanes N    lanes of each activation and renewal, 1 to \(laneLimit)
                        (default \(standardWriterLanes), or --lanes where that is more)
    --tls-cert-file F   gateways speak HTTPS with this certificate and, with --tls-key-file, its key
    --tls-key-file F    (default COUNTERSIGN_TLS_CERT_FILE and COUNTERSIGN_TLS_KEY_FILE, or HTTP)
    --lost-keys         goes on with keys that open nothing in the database: each app's key has to
                        be turned then, each licence resealed, and each device renews
    """

  var port = standardPort
  /// `nil`: the standard one, or one that is free where `port` is not the standard one.
  var opsPort: Int?
  /// The same.
  var directPort: Int?
  var lanes = 1
  /// Whether to go on where the database's own master or token keys are not there.
  var acceptsLostKeys = false
  /// Of activation and renewal.
  var writerLanes = standardWriterLanes
  /// `nil`: gateways speak plain HTTP.
  var tls: ClusterTLS?
  /// Options that the caller named, with the dashes.
  private(set) var named: Set<String> = []
  private var counts: [ProcessKind: Int] = [:]

  init(_ arguments: Arguments, environment: [String: String] = [:]) throws(UsageFault) {
    let ports = 1...65_535
    acceptsLostKeys = arguments.has(ClusterOptions.lostKeysSwitch)
    port = try arguments.integer("--port", in: ports) ?? ClusterOptions.standardPort
    opsPort = try arguments.integer("--ops-port", in: ports)
    directPort = try arguments.integer("--direct-port", in: ports)
    lanes =
      try arguments.integer("--lanes", in: 1...ClusterOptions.laneLimit)
      ?? environment["COUNTERSIGN_LANES"].flatMap(Int.init) ?? 1
    writerLanes =
      try arguments.integer("--writer-lanes", in: 1...ClusterOptions.laneLimit)
      ?? max(lanes, ClusterOptions.standardWriterLanes)
    for kind in ProcessKind.allCases {
      counts[kind] = try arguments.integer(kind.option, in: 1...ClusterOptions.countLimit)
    }
    tls = try ClusterTLS.read(arguments, environment: environment)
    named = ClusterOptions.optionNames.filter { !arguments.all($0).isEmpty }
    if tls != nil { named.formUnion(["--tls-cert-file", "--tls-key-file"]) }
    for (name, first) in [("--port", port), ("--ops-port", opsPort ?? 1)]
    where first + count(of: .gateway) - 1 > ports.upperBound {
      throw UsageFault("there are not as many ports after \(name) as gateways")
    }
    guard (directPort ?? 1) + directCount - 1 <= ports.upperBound else {
      throw UsageFault("there are not as many ports after --direct-port as lanes of verification")
    }
  }

  /// Lanes of all verification processes together: each serves direct clients on a port of its own.
  var directCount: Int { count(of: .verification) * lanes }

  func count(of kind: ProcessKind) -> Int {
    counts[kind] ?? 1
  }
}
