import Glibc
import TestCluster

/// Somebody else who listens on a loopback port.
final class Squatter {
  struct Failed: Error {}

  let port: String
  private let descriptor: Int32

  init() throws {
    let number = try FreePort.find()
    port = String(number)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = number.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let outcome = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard outcome == 0, listen(descriptor, 1) == 0 else {
      close(descriptor)
      throw Failed()
    }
  }

  deinit { close(descriptor) }
}
