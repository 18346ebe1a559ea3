import Glibc

/// Where a server listens, looked up once.
public struct ServerAddress: Sendable {
  /// `host:port`, as the `Host` header has it.
  public let authority: String
  let family: Int32
  /// `sockaddr_in` or `sockaddr_in6`.
  let bytes: [UInt8]

  /// - Parameter url: `http://host[:port]`, with nothing but `/` behind it.
  public init(url: String) throws(HTTPLoadFault) {
    guard url.hasPrefix("http://") else { throw .badURL(url) }
    var rest = url.dropFirst("http://".count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard let parts = Self.split(rest) else { throw .badURL(url) }
    guard let found = Self.lookUp(parts.host, parts.port) else { throw .badURL(url) }
    authority = String(rest)
    (family, bytes) = found
  }

  private static func split(_ authority: Substring) -> (host: String, port: String)? {
    guard !authority.isEmpty, !authority.contains(where: { "/?#@ ".contains($0) }) else {
      return nil
    }
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let host = authority[authority.index(after: authority.startIndex)..<end]
      let port = authority[authority.index(after: end)...]
      if port.isEmpty { return (String(host), "80") }
      return port.hasPrefix(":") ? (String(host), String(port.dropFirst())) : nil
    }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, !parts[0].isEmpty else { return nil }
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "80")
  }

  private static func lookUp(_ host: String, _ port: String) -> (Int32, [UInt8])? {
    guard let number = UInt16(port), number > 0 else { return nil }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, port, &hints, &list) == 0, let first = list else { return nil }
    defer { freeaddrinfo(list) }
    let length = Int(first.pointee.ai_addrlen)
    let bytes = UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: length)
    return (first.pointee.ai_family, Array(bytes))
  }
}
