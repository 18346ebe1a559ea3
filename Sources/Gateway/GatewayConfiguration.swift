import HTTPServer
import MessageBus

/// What a gateway process is made of.
public struct GatewayConfiguration: Sendable {
  /// Where clients come in.
  public var listen: ListenAddress
  /// For operators only: metrics and version.
  public var ops: ListenAddress
  /// Where workers connect to: `ipc://` or `tcp://`. Lane 0's; see `BusEndpoint`.
  public var busEndpoint: String
  /// Lets workers in by CURVE; without it the endpoint must be this user's alone.
  public var busCurve: CurveListener?
  /// Threads that serve clients, each with a listening socket and a bus socket of its own.
  public var lanes = 1
  /// From a request's arrival to the instant after which nobody waits for its answer.
  public var requestTimeoutMilliseconds: Int64 = 5_000
  /// Requests that may wait for one service, per lane; above it 503 at once.
  public var inFlightLimit = 4_096
  /// Client connections, per lane.
  public var connectionLimit = 20_000
  /// How long a client may take for a head and for a body, and rest between two requests.
  public var headMilliseconds = HTTPLimits().headMilliseconds
  public var bodyMilliseconds = HTTPLimits().bodyMilliseconds
  public var idleMilliseconds = HTTPLimits().idleMilliseconds
  /// The file served as `/.well-known/countersign-keys`; without one that is 404.
  public var keySetPath: String?
  /// Where certificate and key are; `nil`: plain HTTP. The operators' address has no TLS.
  public var tls: TLSFiles?
  /// Peers whose `X-Forwarded-For` counts.
  public var trustedProxies = TrustedProxies()
  public var version = "0.1.0"
  public var commit = "unknown"

  public init(listen: ListenAddress, ops: ListenAddress, busEndpoint: String) {
    self.listen = listen
    self.ops = ops
    self.busEndpoint = busEndpoint
  }
}
