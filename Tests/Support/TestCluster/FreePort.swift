import Glibc

/// A loopback port that nobody listened on a moment ago.
public enum FreePort {
  public static func find() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 ? getsockname(descriptor, generic, &length) : -1
      }
    }
    guard status == 0 else { throw ClusterFault.cannotStart("no free port: errno \(errno)") }
    return UInt16(bigEndian: address.sin_port)
  }
}
