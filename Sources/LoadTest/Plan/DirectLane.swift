/// A verification lane that a load test asks over the bus (docs/direct-clients.md).
public struct DirectLane: Hashable, Sendable {
  /// Requests that a lane takes in hand, and what the list of `countersign up` allows its client.
  public static let inFlightLimit = 1024

  /// `tcp://host:port` or `ipc://path`.
  public let endpoint: String
  /// `nil`: without CURVE, over a socket file.
  public let curve: Curve?

  public struct Curve: Hashable, Sendable {
    /// The server's public key in Z85.
    public let serverKey: String
    /// Where this client's secret key lies.
    public let keyFile: String

    public init(serverKey: String, keyFile: String) {
      self.serverKey = serverKey
      self.keyFile = keyFile
    }
  }

  public init(endpoint: String, curve: Curve?) {
    self.endpoint = endpoint
    self.curve = curve
  }
}
