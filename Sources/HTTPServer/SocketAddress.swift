#if canImport(Glibc)
  import Glibc
#endif

/// Between the kernel's socket addresses and ours.
enum SocketAddress {
  /// `sockaddr_in` or `sockaddr_in6`.
  static func bytes(of address: ListenAddress) -> [UInt8] {
    let port = address.port.bigEndian
    if address.host.isIPv4 {
      var target = sockaddr_in()
      target.sin_family = sa_family_t(AF_INET)
      target.sin_port = port
      withUnsafeMutableBytes(of: &target.sin_addr) { $0.copyBytes(from: address.host.bytes) }
      return withUnsafeBytes(of: target) { Array($0) }
    }
    var target = sockaddr_in6()
    target.sin6_family = sa_family_t(AF_INET6)
    target.sin6_port = port
    withUnsafeMutableBytes(of: &target.sin6_addr) { $0.copyBytes(from: address.host.bytes) }
    return withUnsafeBytes(of: target) { Array($0) }
  }

  /// `nil` for families other than IP.
  static func host(of address: UnsafePointer<sockaddr>) -> IPAddress? {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return IPAddress(bytes: Array(UnsafeRawBufferPointer(start: raw + 4, count: 4)))
    case AF_INET6:
      return IPAddress(bytes: Array(UnsafeRawBufferPointer(start: raw + 8, count: 16)))
    default:
      return nil
    }
  }
}
