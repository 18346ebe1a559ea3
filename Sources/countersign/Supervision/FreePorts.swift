import Glibc

/// Ports of the loopback address that nobody listens on at the moment.
enum FreePorts {
  static func find(_ count: Int) throws(CommandFault) -> [Int] {
    var held: [Int32] = []
    defer { for descriptor in held { close(descriptor) } }
    var ports: [Int] = []
    while ports.count < count {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      held.append(descriptor)
      guard let port = bindAnywhere(descriptor) else { throw CommandFault("no port is free") }
      ports.append(port)
    }
    return ports
  }

  private static func bindAnywhere(_ descriptor: Int32) -> Int? {
    var address = LoopbackAddress(port: 0).raw
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
}

extension FreePorts {
  /// Whether a listener could take the port now.
  static func isFree(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = LoopbackAddress(port: port).raw
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
