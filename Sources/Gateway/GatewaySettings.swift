import HTTPServer
import MessageBus
import ServiceKit

extension GatewayConfiguration {
  /// Declares the gateway's settings. Faults stay with `settings`.
  public init(_ settings: inout Settings) {
    self.init(
      listen: settings.listenAddress(
        "COUNTERSIGN_LISTEN", default: "127.0.0.1:8080", help: "Where clients connect to."),
      ops: settings.listenAddress(
        "COUNTERSIGN_OPS", default: "127.0.0.1:9090", help: "Where operators read metrics."),
      busEndpoint: settings.busEndpoint())
    busCurve = settings.busCurve(busEndpoint)
    lanes = settings.integer(
      "COUNTERSIGN_LANES", default: 1, in: 1...64, help: "Threads that serve clients.")
    requestTimeoutMilliseconds = Int64(
      settings.integer(
        "COUNTERSIGN_REQUEST_TIMEOUT_MS", default: 5_000, in: 100...60_000,
        help: "How long a request may take, in milliseconds."))
    inFlightLimit = settings.integer(
      "COUNTERSIGN_IN_FLIGHT", default: 4_096, in: 1...100_000,
      help: "Requests that may wait for one service, per lane.")
    connectionLimit = settings.integer(
      "COUNTERSIGN_MAX_CONNECTIONS", default: 20_000, in: 1...1_000_000,
      help: "Client connections, per lane.")
    headMilliseconds = settings.clientTime(
      "COUNTERSIGN_HEAD_TIMEOUT_MS", default: headMilliseconds,
      help: "How long a client may take for the head of a request, in milliseconds.")
    bodyMilliseconds = settings.clientTime(
      "COUNTERSIGN_BODY_TIMEOUT_MS", default: bodyMilliseconds,
      help: "How long a client may take for the body of a request, in milliseconds.")
    idleMilliseconds = settings.clientTime(
      "COUNTERSIGN_IDLE_TIMEOUT_MS", default: idleMilliseconds,
      help: "How long a connection may rest between two requests, in milliseconds.")
    keySetPath = settings.optionalText(
      "COUNTERSIGN_KEY_SET_FILE", help: "Served as /.well-known/countersign-keys.")
    tls = settings.tlsFiles()
    trustedProxies = settings.trustedProxies()
    commit = settings.text(
      "COUNTERSIGN_COMMIT", default: "unknown", help: "The commit that /version shows.")
  }
}

extension Settings {
  fileprivate mutating func listenAddress(
    _ name: String, default standard: String, help: String
  ) -> ListenAddress {
    let text = text(name, default: standard, help: help)
    if let address = ListenAddress(text: text) { return address }
    refuse(name, "must be an address and a port as numbers: 127.0.0.1:8080 or [::1]:8080")
    return ListenAddress(host: IPAddress(bytes: [127, 0, 0, 1]), port: 0)
  }

  /// The clocks are looked at once a second, so that less than a second has no meaning.
  fileprivate mutating func clientTime(
    _ name: String, default standard: Int64, help: String
  ) -> Int64 {
    Int64(integer(name, default: Int(standard), in: 1_000...600_000, help: help))
  }

  fileprivate mutating func busEndpoint() -> String {
    let text = text("COUNTERSIGN_BUS", help: "Where workers connect to: ipc:// or tcp://.")
    if BusEndpoint.lane(0, of: text) == nil {
      refuse("COUNTERSIGN_BUS", "must be ipc:///path or tcp://address:port")
    }
    return text
  }

  fileprivate mutating func busCurve(_ endpoint: String) -> CurveListener? {
    let key = optionalText(
      "COUNTERSIGN_BUS_KEY_FILE",
      help: "The file, of mode 0600, of this process' secret CURVE key; tcp:// needs it.")
    let list = optionalText(
      "COUNTERSIGN_BUS_PEERS_FILE",
      help: "The list of the workers' public keys; tcp:// needs it.")
    guard BusEndpoint.lane(0, of: endpoint) != nil else { return nil }
    do throws(CurveConfigurationFault) {
      let curve = try CurveListener.read(keyFile: key, listFile: list)
      try CurveListener.check(endpoint, hasCurve: curve != nil)
      return curve
    } catch {
      refuse("COUNTERSIGN_BUS", "cannot be listened to: \(error)")
      return nil
    }
  }

  fileprivate mutating func tlsFiles() -> TLSFiles? {
    let certificate = optionalText(
      "COUNTERSIGN_TLS_CERT_FILE", alias: "--tls-cert",
      help: "The certificate for clients and those between it and its root, PEM; with it TLS.")
    let key = optionalText(
      "COUNTERSIGN_TLS_KEY_FILE", alias: "--tls-key",
      help: "The file, of mode 0600, of its private key, PEM.")
    guard let certificate, let key else {
      if certificate != nil || key != nil {
        refuse("COUNTERSIGN_TLS_CERT_FILE", "and COUNTERSIGN_TLS_KEY_FILE are named together")
      }
      return nil
    }
    let files = TLSFiles(certificate: certificate, key: key)
    do throws(TLSFileFault) {
      _ = try files.read()
    } catch {
      refuse("COUNTERSIGN_TLS_CERT_FILE", "cannot be used with its key: \(error)")
    }
    return files
  }

  fileprivate mutating func trustedProxies() -> TrustedProxies {
    let name = "COUNTERSIGN_TRUSTED_PROXIES"
    let texts = list(
      name, default: [], help: "Addresses or networks whose X-Forwarded-For counts.")
    if let proxies = TrustedProxies(texts: texts) { return proxies }
    refuse(name, "must be addresses or networks such as 10.0.0.0/8 or 2001:db8::/32")
    return TrustedProxies()
  }
}
