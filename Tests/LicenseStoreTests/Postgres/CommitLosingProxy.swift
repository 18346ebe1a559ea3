import TestFiles
import Glibc
import Instants
import ServiceKit
import Synchronization
import Testing

/// Stands between a client and PostgreSQL, passes everything on, and cuts the first session whose
/// COMMIT the server confirms, before the client hears of it. One session at a time.
final class CommitLosingProxy: Sendable {
  let url: String
  private let folder = TemporaryFolder(in: "/var/tmp")
  private let relay: Relay
  private let thread: OSThread

  var lostCommits: Int { relay.lostCommits.load(ordering: .relaxed) }

  /// `serverURL` names a directory of sockets by `host=`, as `scripts/with-stores` gives it.
  init(to serverURL: String) throws {
    let host = String(try #require(serverURL.split(separator: "host=").last))
    url = serverURL.replacing(host, with: folder.path)
    let relay = Relay(
      listener: UnixSocket.listen("\(folder.path)/.s.PGSQL.5432"),
      serverPath: "\(host)/.s.PGSQL.5432", stop: try WakeDescriptor())
    self.relay = relay
    thread = try OSThread.start(name: "proxy") { relay.run() }
  }

  deinit {
    relay.stop.wake()
    _ = thread.join(until: SystemTimeSource().monotonic() + 10_000)
    close(relay.listener)
  }
}

private final class Relay: Sendable {
  private static let confirmation = Array("COMMIT\0".utf8)

  let listener: Int32
  let serverPath: String
  let stop: WakeDescriptor
  let lostCommits = Atomic<Int>(0)

  init(listener: Int32, serverPath: String, stop: WakeDescriptor) {
    self.listener = listener
    self.serverPath = serverPath
    self.stop = stop
  }

  func run() {
    while let ready = wait(for: [listener]), ready == [listener] {
      let client = accept(listener, nil, nil)
      let server = UnixSocket.connect(serverPath)
      while let ready = wait(for: [client, server]), pass(ready, client, server) {}
      close(client)
      close(server)
    }
  }

  /// The descriptors that can be read; `nil` once the test is over.
  private func wait(for descriptors: [Int32]) -> [Int32]? {
    var polled = (descriptors + [stop.fileDescriptor]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while poll(&polled, nfds_t(polled.count), -1) < 0 && errno == EINTR {}
    let ready = polled.filter { $0.revents != 0 }.map(\.fd)
    return ready.contains(stop.fileDescriptor) ? nil : ready
  }

  /// Whether the session goes on.
  private func pass(_ ready: [Int32], _ client: Int32, _ server: Int32) -> Bool {
    for source in ready {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { return false }
      if source == server, loses(buffer.prefix(count)) { return false }
      guard write(source == server ? client : server, buffer, count) == count else { return false }
    }
    return true
  }

  private func loses(_ answer: ArraySlice<UInt8>) -> Bool {
    guard lostCommits.load(ordering: .relaxed) == 0, answer.contains(Self.confirmation) else {
      return false
    }
    lostCommits.add(1, ordering: .relaxed)
    return true
  }
}

private enum UnixSocket {
  static func listen(_ path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(withAddress(path) { bind(descriptor, $0, $1) } == 0)
    #expect(Glibc.listen(descriptor, 4) == 0)
    return descriptor
  }

  static func connect(_ path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(withAddress(path) { Glibc.connect(descriptor, $0, $1) } == 0)
    return descriptor
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
