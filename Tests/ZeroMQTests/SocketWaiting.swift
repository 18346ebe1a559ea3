import Glibc

@testable import ZeroMQ

/// So that a literal is bytes and not integers.
func bytes(_ bytes: [UInt8]) -> [UInt8] { bytes }

/// Waits until a socket's descriptor is readable, a few seconds at most.
func waitReadable(_ descriptor: Int32, milliseconds: Int32 = 5000) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, milliseconds) > 0
}

/// The next message, waiting for it as an event loop does: receive first, then wait.
func next(_ socket: borrowing Socket, _ message: inout ReceivedMessage) throws -> Bool {
  for _ in 0..<200 {
    if try socket.receive(into: &message) { return true }
    if try socket.events().isReadable { continue }
    guard waitReadable(try socket.fileDescriptor()) else { return false }
  }
  return false
}

func sendWhenConnected(_ socket: borrowing Socket, _ frames: [[UInt8]]) throws -> Bool {
  for _ in 0..<200 {
    let first = frames[0]
    let outcome = try socket.send(first.span.bytes, hasMore: frames.count > 1)
    if outcome == .sent {
      for index in frames.indices.dropFirst() {
        let frame = frames[index]
        _ = try socket.send(frame.span.bytes, hasMore: index < frames.count - 1)
      }
      return true
    }
    // Takes note of a connection that came about, which a send does not always do.
    _ = try socket.events()
    _ = waitReadable(try socket.fileDescriptor(), milliseconds: 25)
  }
  return false
}
