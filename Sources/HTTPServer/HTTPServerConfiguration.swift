/// Where a server listens and what it puts up with.
public struct HTTPServerConfiguration: Sendable {
  public var address: ListenAddress
  /// Names in lower case of the header fields that requests carry to the handler.
  public var keptFields: [String]
  public var limits: HTTPLimits
  /// Several servers on one port, each with its own thread; the kernel spreads the connections.
  public var sharesPort: Bool
  /// `nil`: plain HTTP.
  public var tls: TLSIdentity?

  public init(
    address: ListenAddress, keptFields: [String] = [], limits: HTTPLimits = HTTPLimits(),
    sharesPort: Bool = false
  ) {
    self.address = address
    self.keptFields = keptFields
    self.limits = limits
    self.sharesPort = sharesPort
  }
}
