import Glibc

@testable import HTTPLoad

/// A server that does what a test says, in the test's own thread.
final class ScriptedServer {
  let port: UInt16
  private let listener: Int32
  private(set) var clients: [Int32] = []

  init() {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        precondition(bind(descriptor, $0, size) == 0 && listen(descriptor, 64) == 0)
        _ = getsockname(descriptor, $0, &size)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    for client in clients { close(client) }
    close(listener)
  }

  var url: String { "http://127.0.0.1:\(port)" }

  func acceptAll() {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      clients.append(client)
    }
  }

  func received(_ client: Int) -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(clients[client], &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  func say(_ text: String, to client: Int) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(clients[client], bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func hangUp(_ client: Int) { shutdown(clients[client], Int32(SHUT_RDWR)) }
}

/// Writes down what it is told.
final class RecordingReceiver: ConnectionReceiver {
  private(set) var ready: [Int] = []
  private(set) var answers: [(status: Int, body: String)] = []
  private(set) var faults: [HTTPLoadFault] = []
  var onAnswer: ((Int) -> Void)?

  func ready(_ slot: Int) { ready.append(slot) }

  func answered(_ slot: Int, _ answer: borrowing Answer) {
    answers.append((answer.status, String(decoding: answer.body(), as: UTF8.self)))
    onAnswer?(slot)
  }

  func failed(_ slot: Int, hadRequest: Bool, _ fault: HTTPLoadFault) { faults.append(fault) }
}

extension HTTPConnections {
  /// Works until the condition holds, for ten seconds at most; says whether it does.
  func work(
    _ server: ScriptedServer, _ receiver: RecordingReceiver, until holds: () -> Bool
  ) -> Bool {
    let limit = MonotonicClock.now() + 10_000_000_000
    while !holds() {
      if MonotonicClock.now() > limit { return false }
      wait(until: MonotonicClock.now() + 2_000_000, for: receiver)
      server.acceptAll()
    }
    return true
  }
}
