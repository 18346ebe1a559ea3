#if canImport(Glibc)
  import Glibc
#endif

/// An IPv4 or IPv6 address. IPv4 within IPv6 (`::ffff:a.b.c.d`) is IPv4.
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// Four or sixteen bytes in network order.
  public let bytes: [UInt8]

  /// Numbers only, no names, no zones, no brackets.
  public init?(text: String) {
    if let four = Self.parse(text, AF_INET, byteCount: 4) {
      self.init(bytes: four)
    } else if let sixteen = Self.parse(text, AF_INET6, byteCount: 16) {
      self.init(bytes: sixteen)
    } else {
      return nil
    }
  }

  /// Four or sixteen bytes; other counts are a caller's mistake.
  public init(bytes: [UInt8]) {
    precondition(bytes.count == 4 || bytes.count == 16, "an IP address has 4 or 16 bytes")
    let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    self.bytes = bytes.starts(with: mappedPrefix) ? Array(bytes.dropFirst(12)) : bytes
  }

  public var isIPv4: Bool { bytes.count == 4 }

  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(isIPv4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Whether the first `bitCount` bits are those of `network`; never for the other family.
  public func isWithin(_ network: IPAddress, bitCount: Int) -> Bool {
    guard bytes.count == network.bytes.count else { return false }
    let whole = bitCount / 8
    guard bytes.prefix(whole) == network.bytes.prefix(whole) else { return false }
    let rest = bitCount % 8
    return rest == 0 || (bytes[whole] ^ network.bytes[whole]) >> UInt8(8 - rest) == 0
  }

  private static func parse(_ text: String, _ family: Int32, byteCount: Int) -> [UInt8]? {
    guard !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}
