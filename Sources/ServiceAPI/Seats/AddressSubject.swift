import Glibc

/// An address as limits count it: IPv6 by /64, since a host has a whole one to itself.
public enum AddressSubject {
  public static func of(_ address: String) -> String {
    var octets = in6_addr()
    guard inet_pton(AF_INET6, address, &octets) == 1 else { return address }
    let bytes = withUnsafeBytes(of: octets) { Array($0) }
    if let mapped = mappedIPv4(bytes) { return mapped }
    let groups = (0..<4).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
    return groups.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }

  /// `::ffff:1.2.3.4` is 1.2.3.4, by whatever socket it came.
  private static func mappedIPv4(_ bytes: [UInt8]) -> String? {
    guard bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF else {
      return nil
    }
    return bytes[12...].map(String.init).joined(separator: ".")
  }
}
