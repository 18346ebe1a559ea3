import HTTPServer

/// The peers whose word about a client's address counts (ASVS 4.1.3); nobody's by default.
public struct TrustedProxies: Sendable {
  private struct Network: Sendable {
    let address: IPAddress
    let bitCount: Int
  }

  private var networks: [Network] = []

  public init() {}

  /// Addresses, or networks as `address/bits`. `nil` when one of them is neither.
  public init?(texts: [String]) {
    for text in texts {
      guard let network = Self.network(text) else { return nil }
      networks.append(network)
    }
  }

  /// The last hop that no trusted proxy vouches for: the peer itself, unless it is trusted and says otherwise.
  func client(
    peer: IPAddress?, forwardedFor: @autoclosure () -> [[UInt8]]
  ) -> IPAddress? {
    guard let peer, trusts(peer) else { return peer }
    var client = peer
    for hop in Self.hops(forwardedFor()).reversed() {
      guard let address = Self.address(ofHop: hop) else { return client }
      client = address
      guard trusts(address) else { return client }
    }
    return client
  }

  private func trusts(_ address: IPAddress) -> Bool {
    networks.contains { address.isWithin($0.address, bitCount: $0.bitCount) }
  }

  /// Several lines are one list, and empty members of it are none (RFC 9110 5.3, 5.6.1.2).
  private static func hops(_ values: [[UInt8]]) -> [String] {
    values.flatMap { value in
      String(decoding: value, as: UTF8.self).split(separator: ",")
        .map { $0.filter { $0 != " " && $0 != "\t" } }.filter { !$0.isEmpty }
    }
  }

  /// Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
  private static func address(ofHop hop: String) -> IPAddress? {
    if hop.hasPrefix("[") {
      let parts = hop.dropFirst().split(separator: "]", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].isEmpty || isPort(parts[1]) else { return nil }
      return IPAddress(text: String(parts[0]))
    }
    guard let colon = hop.lastIndex(of: ":"), hop.firstIndex(of: ":") == colon else {
      return IPAddress(text: hop)
    }
    return isPort(hop[colon...]) ? IPAddress(text: String(hop[..<colon])) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()) != nil
  }

  private static func network(_ text: String) -> Network? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(text: String(parts[0])) else { return nil }
    let most = address.bytes.count * 8
    guard parts.count == 2 else { return Network(address: address, bitCount: most) }
    guard let bits = Int(parts[1]), (0...most).contains(bits) else { return nil }
    return Network(address: address, bitCount: bits)
  }
}
