#if canImport(Glibc)
  import Glibc
#endif

/// Owns a listening TCP socket; closed once, when it goes.
struct ListeningSocket: ~Copyable {
  /// Waiting for `accept`; the kernel cuts this to its own limit.
  private static let backlog: Int32 = 1024

  let descriptor: Int32

  private init(takingOwnershipOf descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  static func open(
    _ address: ListenAddress, sharesPort: Bool
  ) throws(HTTPServerError) -> ListeningSocket {
    let family = address.host.isIPv4 ? AF_INET : AF_INET6
    let kind = Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC
    let descriptor = Glibc.socket(family, kind, 0)
    guard descriptor >= 0 else { throw HTTPServerError(errno: errno) }
    let socket = ListeningSocket(takingOwnershipOf: descriptor)
    socket.set(SOL_SOCKET, SO_REUSEADDR, to: 1)
    if sharesPort { socket.set(SOL_SOCKET, SO_REUSEPORT, to: 1) }
    if family == AF_INET6 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 0) }
    try socket.bind(address)
    guard listen(descriptor, backlog) == 0 else { throw HTTPServerError(errno: errno, address) }
    return socket
  }

  /// The port in use, read back from the kernel.
  var port: UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = getsockname(descriptor, address, &length)
      }
    }
    return withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
  }

  private func set(_ level: Int32, _ option: Int32, to value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private func bind(_ address: ListenAddress) throws(HTTPServerError) {
    let bytes = SocketAddress.bytes(of: address)
    let outcome = bytes.withUnsafeBytes { bytes in
      Glibc.bind(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard outcome == 0 else { throw HTTPServerError(errno: errno, address) }
  }
}
