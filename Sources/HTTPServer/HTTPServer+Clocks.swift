import CMicrohttpd

#if canImport(Glibc)
  import Glibc
#endif

/// The server's own clocks.
extension HTTPServer {
  /// Waiting longer than this, a client is looked at whether it is still there.
  private static let patienceMilliseconds: Int64 = 1_000

  func sweep() {
    scheduleSweep()
    dropFormerDaemons()
    for connection in connections where !connection.isCut {
      if connection.isOverdue(at: now, limits) {
        cut(connection)
      } else if connection.isSuspended && hasLeft(connection) {
        letGo(connection)
      }
    }
  }

  /// Shutting the descriptor is an event that libmicrohttpd sees; the next turn closes it.
  func cut(_ connection: Connection) {
    connection.isCut = true
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
  }

  /// libmicrohttpd watches no suspended connection, so its end is looked for here.
  private func hasLeft(_ connection: Connection) -> Bool {
    guard now.milliseconds(since: connection.phaseBegan) >= Self.patienceMilliseconds else {
      return false
    }
    return connection.usesTLS ? hasClosed(connection) : isAtEnd(connection)
  }

  /// The alert by which TLS ends lies before the end of the stream and would hide it.
  private func hasClosed(_ connection: Connection) -> Bool {
    let closed = countersign_poll_peer_closed
    var entry = pollfd(fd: connection.descriptor, events: closed, revents: 0)
    return poll(&entry, 1, 0) > 0
      && entry.revents & (closed | Int16(POLLHUP) | Int16(POLLERR)) != 0
  }

  private func isAtEnd(_ connection: Connection) -> Bool {
    var byte: UInt8 = 0
    let count = recv(connection.descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  private func letGo(_ connection: Connection) {
    connection.isCut = true
    resume(connection)
  }
}
