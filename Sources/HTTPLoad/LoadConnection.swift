import Glibc

/// One keep-alive connection, with at most one request on it.
final class LoadConnection {
  enum State {
    /// Connects again not before this time.
    case closed(retryAt: Int64)
    case connecting(since: Int64)
    case idle
    case waiting(since: Int64)
  }

  var state = State.closed(retryAt: 0)
  private(set) var descriptor: Int32 = -1
  /// What of an answer came, where it did not come whole.
  var received: [UInt8] = []
  /// What of a request could not be sent yet.
  private var unsent: [UInt8] = []

  deinit { closeDescriptor() }

  var hasUnsent: Bool { !unsent.isEmpty }

  func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    received.removeAll(keepingCapacity: true)
    unsent.removeAll(keepingCapacity: true)
  }

  func beginConnecting(_ address: ServerAddress) throws(HTTPLoadFault) {
    let kind = Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC
    descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw .systemCall("socket", errorNumber: errno) }
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
    let outcome = address.bytes.withUnsafeBytes { bytes in
      connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard outcome == 0 || errno == EINPROGRESS else { throw .connectFailed(errorNumber: errno) }
  }

  /// Once the kernel says that the attempt has ended.
  func finishConnecting() throws(HTTPLoadFault) {
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
    guard failure == 0 else { throw .connectFailed(errorNumber: failure) }
  }

  /// Kept until the connection stands.
  func hold(_ bytes: UnsafeRawBufferPointer) { unsent.append(contentsOf: bytes) }

  /// Sends what the kernel takes and keeps the rest.
  func send(_ bytes: UnsafeRawBufferPointer) throws(HTTPLoadFault) {
    let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    if count == bytes.count { return }
    guard count >= 0 || errno == EAGAIN || errno == EINTR else { throw .closed }
    unsent.append(contentsOf: bytes[max(0, count)...])
  }

  func sendRest() throws(HTTPLoadFault) {
    guard hasUnsent else { return }
    let rest = unsent
    unsent.removeAll(keepingCapacity: true)
    // Closures with typed errors keep their type only when it is written out.
    try rest.withUnsafeBufferPointer { bytes throws(HTTPLoadFault) in
      try send(UnsafeRawBufferPointer(bytes))
    }
  }

  /// How many bytes came; `nil`: none yet.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPLoadFault) -> Int? {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return count }
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    throw .closed
  }
}
