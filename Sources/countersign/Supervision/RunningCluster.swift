import Encodings

/// A cluster as its home's `env` tells of it.
struct RunningCluster {
  let client: HTTPClient
  let operatorKey: String
  /// 32 bytes.
  let rootKey: [UInt8]

  init(home: ClusterHome) throws(CommandFault) {
    let variables = Files.text(home.environmentFile).map(EnvironmentFile.parse) ?? [:]
    guard let url = variables["COUNTERSIGN_URL"], let colon = url.lastIndex(of: ":"),
      let port = Int(url[url.index(after: colon)...]),
      let operatorKey = variables["COUNTERSIGN_OPERATOR_KEY"],
      let rootKey = variables["COUNTERSIGN_ROOT_KEY"].flatMap({ Base64URL.decode($0.utf8) })
    else { throw CommandFault("no cluster runs in \(home.path)") }
    client = HTTPClient(port: port)
    self.operatorKey = operatorKey
    self.rootKey = rootKey
  }
}
