/// Where a server listens.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  public let host: String
  public let port: UInt16

  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// From `http://<IPv4 address>:<port>`, with or without a slash behind.
  public init?(url: String) {
    guard url.hasPrefix("http://") else { return nil }
    let parts = url.dropFirst(7).split(separator: "/").first?.split(separator: ":") ?? []
    guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
    self.init(host: String(parts[0]), port: port)
  }

  public var description: String { "\(host):\(port)" }
}
