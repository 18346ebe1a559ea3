import Glibc
import Instants

/// Calls the cluster's own HTTP addresses: loopback, one connection per request, bounded in time
/// and size.
struct HTTPClient {
  static let answerLimitBytes = 16 * 1024 * 1024

  let address: LoopbackAddress
  var limitMilliseconds: Int64 = 10_000

  var url: String { "http://127.0.0.1:\(address.port)" }

  init(port: Int) {
    address = LoopbackAddress(port: port)
  }

  func send(_ request: HTTPRequest) throws(HTTPFault) -> HTTPAnswer {
    let deadline = SystemTimeSource().monotonic() + limitMilliseconds
    let connection = try Connection(address, until: deadline)
    try connection.write(request.bytes(host: "127.0.0.1:\(address.port)"), until: deadline)
    let bytes = try connection.readAll(until: deadline)
    guard let answer = HTTPAnswer(bytes) else {
      throw HTTPFault("\(url) gave no whole answer to \(request.method) \(request.target)")
    }
    return answer
  }

  func get(_ target: String) throws(HTTPFault) -> HTTPAnswer {
    try send(HTTPRequest(method: "GET", target: target))
  }

  /// Whether every service has an able worker.
  var isReady: Bool {
    var quick = self
    quick.limitMilliseconds = 1000
    return (try? quick.get("/readyz"))?.status == 200
  }
}

/// A socket without blocking calls: each wait is a poll with what is left of the time.
private final class Connection {
  private let descriptor: Int32

  init(_ address: LoopbackAddress, until deadline: MonotonicTime) throws(HTTPFault) {
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_INET, flags, 0)
    var raw = address.raw
    let result = withUnsafePointer(to: &raw) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || errno == EINPROGRESS else { throw Connection.fault("connect", errno) }
    try wait(POLLOUT, until: deadline)
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
    guard failure == 0 else { throw Connection.fault("connect", failure) }
  }

  deinit {
    close(descriptor)
  }

  func write(_ bytes: [UInt8], until deadline: MonotonicTime) throws(HTTPFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno == EAGAIN || errno == EINTR {
        try wait(POLLOUT, until: deadline)
      } else {
        throw Connection.fault("send", errno)
      }
    }
  }

  func readAll(until deadline: MonotonicTime) throws(HTTPFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= HTTPClient.answerLimitBytes {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
      } else if count == 0 {
        return bytes
      } else if errno == EAGAIN || errno == EINTR {
        try wait(POLLIN, until: deadline)
      } else {
        throw Connection.fault("recv", errno)
      }
    }
    throw HTTPFault("the answer is longer than \(HTTPClient.answerLimitBytes) bytes")
  }

  private func wait(_ event: Int32, until deadline: MonotonicTime) throws(HTTPFault) {
    let rest = deadline.milliseconds(since: SystemTimeSource().monotonic())
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    guard rest > 0, poll(&entry, 1, Int32(clamping: rest)) > 0 else {
      throw HTTPFault("no answer in time")
    }
  }

  private static func fault(_ call: String, _ number: Int32) -> HTTPFault {
    HTTPFault("\(call): \(String(cString: strerror(number)))")
  }
}
