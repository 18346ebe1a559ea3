import Glibc

/// A client that sends bytes as they are and never blocks.
public final class RawClient {
  public let descriptor: Int32
  public private(set) var received: [UInt8] = []
  /// The server has ended the connection, with or without a reset.
  public private(set) var isEnded = false

  public init(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let outcome = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(outcome == 0, "the server under test accepts connections")
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { if !isClosed { Glibc.close(descriptor) } }

  private var isClosed = false

  public func close() {
    isClosed = true
    Glibc.close(descriptor)
  }

  /// As much as the kernel takes; returns how much that was.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Int {
    let copy = Array(bytes)
    return max(0, Glibc.send(descriptor, copy, copy.count, Int32(MSG_NOSIGNAL)))
  }

  @discardableResult
  public func send(_ text: String) -> Int { send(Array(text.utf8)) }

  /// Takes what has arrived.
  public func receive() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isEnded && !isClosed {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        received += buffer[..<count]
      } else if count == 0 || errno != EAGAIN {
        isEnded = true
      } else {
        return
      }
    }
  }

  /// All complete answers so far. `headOnly`: answers to HEAD, which bring no body.
  public func responses(headOnly: Bool = false) -> [RawResponse] {
    var rest = received[...]
    var found: [RawResponse] = []
    while let (response, after) = RawResponse.parse(rest, headOnly: headOnly) {
      found.append(response)
      rest = after
    }
    return found
  }
}
