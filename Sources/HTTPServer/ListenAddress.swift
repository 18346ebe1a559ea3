/// Where to listen, as numbers: `127.0.0.1:8080`, `[::1]:8080`. Port 0 lets the kernel choose.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
  public var host: IPAddress
  public var port: UInt16

  public init(host: IPAddress, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Names are not resolved; `[::]` takes IPv4 as well.
  public init?(text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    guard let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    guard let host = Self.host(in: text[..<colon]) else { return nil }
    self.init(host: host, port: port)
  }

  public var description: String {
    host.isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)"
  }

  private static func host(in text: Substring) -> IPAddress? {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let inner = isBracketed ? text.dropFirst().dropLast() : text
    guard let host = IPAddress(text: String(inner)) else { return nil }
    return isBracketed == inner.contains(":") ? host : nil
  }
}
