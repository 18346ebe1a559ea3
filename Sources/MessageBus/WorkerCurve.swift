import ServiceKit
import ZeroMQ

/// What a worker process needs for CURVE: its own key, the keys of those it connects to, and, where it
/// publishes hints, who may hear them.
public struct WorkerCurve: Sendable {
  let own: CurveKeyPair
  /// One for each gateway endpoint; none: those links go without CURVE.
  let gatewayKeys: [CurvePublicKey]
  /// The same for the endpoints that hints are heard from.
  let hintKeys: [CurvePublicKey]
  /// `nil`: hints are published without CURVE, or not at all.
  let hearers: CurveListener?

  /// What the settings name; each may be absent.
  public struct Names: Sendable {
    public var keyFile: String?
    public var gatewayKeys: [String] = []
    public var hintKeys: [String] = []
    /// The list of those who may hear hints.
    public var peersFile: String?

    public init() {}
  }

  /// Checks all links of `configuration`: over `tcp://` each needs CURVE. `nil`: none uses it.
  ///
  /// - Parameter names: of keys in Z85, one for all endpoints or one for each, and of files.
  public static func read(
    _ names: Names, for configuration: WorkerConfiguration
  ) throws(CurveConfigurationFault) -> WorkerCurve? {
    try checkConnecting(configuration.gateways, hasKeys: !names.gatewayKeys.isEmpty)
    try checkConnecting(configuration.hintSources, hasKeys: !names.hintKeys.isEmpty)
    if let endpoint = configuration.hintEndpoint {
      try CurveListener.check(endpoint, hasCurve: names.peersFile != nil)
    }
    guard let keyFile = names.keyFile else {
      guard names.gatewayKeys.isEmpty, names.hintKeys.isEmpty else { throw .serverKeyWithoutOwn }
      guard names.peersFile == nil else { throw .keyWithoutList }
      return nil
    }
    return WorkerCurve(
      own: try CurveListener.keyPair(keyFile),
      gatewayKeys: try keys(names.gatewayKeys, for: configuration.gateways),
      hintKeys: try keys(names.hintKeys, for: configuration.hintSources),
      hearers: try names.peersFile.map { path throws(CurveConfigurationFault) in
        CurveListener(
          secretKey: try CurveListener.secretKey(keyFile), listPath: path,
          list: try CurveListener.list(path))
      })
  }

  func security(ofGateway index: Int) -> SocketSecurity {
    gatewayKeys.isEmpty ? .none : .curveClient(server: gatewayKeys[index], own: own)
  }

  func security(ofHintSource index: Int) -> SocketSecurity {
    hintKeys.isEmpty ? .none : .curveClient(server: hintKeys[index], own: own)
  }

  private static func checkConnecting(
    _ endpoints: [String], hasKeys: Bool
  ) throws(CurveConfigurationFault) {
    for endpoint in endpoints where !endpoint.hasPrefix("ipc:///") {
      guard endpoint.hasPrefix("tcp://") else { throw .badEndpoint(endpoint) }
      guard hasKeys else { throw .tcpWithoutServerKey(endpoint) }
    }
  }

  private static func keys(
    _ texts: [String], for endpoints: [String]
  ) throws(CurveConfigurationFault) -> [CurvePublicKey] {
    var keys: [CurvePublicKey] = []
    for (index, text) in texts.enumerated() {
      guard let key = CurvePublicKey(text: text) else { throw .badServerKey(index + 1) }
      keys.append(key)
    }
    if keys.count == 1 { return Array(repeating: keys[0], count: endpoints.count) }
    guard keys.isEmpty || keys.count == endpoints.count else {
      throw .serverKeyCount(keys: keys.count, endpoints: endpoints.count)
    }
    return keys
  }
}
