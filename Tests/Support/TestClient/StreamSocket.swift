import Glibc

/// A connected stream socket, TCP or Unix, non-blocking below and blocking with a limit above.
public final class StreamSocket: @unchecked Sendable {
  // SAFETY: handed from thread to thread, never used by two at once; `send` and `receive` share
  // nothing but the descriptor, so one thread may write while another reads.
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// From `source`, when given: another loopback address is another client address.
  public static func connect(
    to endpoint: Endpoint, from source: String? = nil, within seconds: Double = 5
  ) throws(TransportFault) -> StreamSocket {
    let socket = try make(family: AF_INET)
    if let source { try socket.bind(to: internetAddress(source, port: 0)) }
    try socket.connect(to: internetAddress(endpoint.host, port: endpoint.port), within: seconds)
    var on: Int32 = 1
    setsockopt(
      socket.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    return socket
  }

  public static func connect(
    toPath path: String, within seconds: Double = 5
  ) throws(TransportFault) -> StreamSocket {
    let socket = try make(family: AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    try socket.connect(to: address, within: seconds)
    return socket
  }

  public func send(_ bytes: [UInt8], within seconds: Double = 15) throws(TransportFault) {
    let patience = Patience(seconds: seconds)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, patience)
      } else if errno != EINTR {
        throw .broken(errno: errno)
      }
    }
  }

  /// At least one byte; none when the other side has closed.
  public func receive(within patience: Patience) throws(TransportFault) -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &room, room.count, 0)
      if count >= 0 { return Array(room[..<count]) }
      if errno == EAGAIN {
        try wait(for: POLLIN, patience)
      } else if errno != EINTR {
        throw .broken(errno: errno)
      }
    }
  }

  /// True as long as there is neither a byte nor an end to read.
  public var isQuiet: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) < 0 && errno == EAGAIN
  }

  /// Says that nothing more will be written, and goes on reading.
  public func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  private static func make(family: Int32) throws(TransportFault) -> StreamSocket {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw .cannotConnect(errno: errno) }
    return StreamSocket(descriptor: descriptor)
  }

  private static func internetAddress(_ host: String, port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return address
  }

  private func bind<Address>(to address: Address) throws(TransportFault) {
    let status = withGeneric(address) { Glibc.bind(descriptor, $0, $1) }
    guard status == 0 else { throw .cannotConnect(errno: errno) }
  }

  private func connect<Address>(
    to address: Address, within seconds: Double
  ) throws(TransportFault) {
    let patience = Patience(seconds: seconds)
    while withGeneric(address, { Glibc.connect(descriptor, $0, $1) }) != 0 {
      switch errno {
      case EISCONN: return
      case EINPROGRESS, EALREADY, EAGAIN, EINTR: try wait(for: POLLOUT, patience)
      default: throw .cannotConnect(errno: errno)
      }
    }
  }

  private func withGeneric<Address>(
    _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeBytes(of: address) { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }

  private func wait(for events: Int32, _ patience: Patience) throws(TransportFault) {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let count = poll(&entry, 1, patience.milliseconds)
    if count == 0 { throw .timedOut }
  }
}
