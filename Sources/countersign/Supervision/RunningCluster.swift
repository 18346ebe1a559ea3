import Encodings

/// A cluster as its home's `env` tells of it.
struct RunningCluster {
  /// Where apps call; of no use where that is HTTPS.
  let client: HTTPClient
  let operations: HTTPClient
  let operatorKey: String
  /// 32 bytes.
  let rootKey: [UInt8]

  init(home: ClusterHome) throws(CommandFault) {
    let variables = Files.text(home.environmentFile).map(EnvironmentFile.parse) ?? [:]
    guard let port = variables["COUNTERSIGN_URL"].flatMap(RunningCluster.port),
      let opsPort = variables["COUNTERSIGN_OPS_URL"].flatMap(RunningCluster.port),
      let operatorKey = variables["COUNTERSIGN_OPERATOR_KEY"],
      let rootKey = variables["COUNTERSIGN_ROOT_KEY"].flatMap({ Base64URL.decode($0.utf8) })
    else { throw CommandFault("no cluster runs in \(home.path)") }
    client = HTTPClient(port: port)
    operations = HTTPClient(port: opsPort)
    self.operatorKey = operatorKey
    self.rootKey = rootKey
  }

  private static func port(_ url: String) -> Int? {
    url.split(separator: ":").last.flatMap { Int($0) }
  }
}
