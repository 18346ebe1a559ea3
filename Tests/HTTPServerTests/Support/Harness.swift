import Glibc
import HTTPServer
import Instants
import TestSockets
import Testing

/// A server on a port of the kernel's choice with a clock that is moved by hand, and its clients, all on one thread.
final class Harness {
  let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
  let handler = RecordingHandler()
  let server: HTTPServer
  private var clients: [RawClient] = []

  init(
    limits: HTTPLimits = HTTPLimits(), keptFields: [String] = ["authorization"],
    tls: TLSIdentity? = nil
  ) throws {
    let address = try #require(ListenAddress(text: "127.0.0.1:0"))
    var configuration = HTTPServerConfiguration(
      address: address, keptFields: keptFields, limits: limits)
    configuration.tls = tls
    server = try HTTPServer(configuration, time: time, handler: handler)
  }

  deinit { server.stop() }

  func connect() -> RawClient {
    let client = RawClient(port: server.port)
    clients.append(client)
    return client
  }

  /// Turns the server until the condition holds, at most some ten seconds.
  func turn(
    until condition: () -> Bool, _ location: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<1_000 {
      step()
      if condition() { return }
      waitForEvents()
    }
    Issue.record("the condition did not come true", sourceLocation: location)
  }

  /// Turns until nothing more happens.
  func settle() {
    for _ in 0..<20 {
      step()
      var polled = pollfd(fd: server.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, server.hasWork ? 0 : 1)
    }
  }

  /// Moves the clock and lets the server see it.
  func advance(milliseconds: Int64) {
    time.advance(milliseconds: milliseconds)
    settle()
  }

  /// Sends on a new connection and returns the client once the server ended the connection or gave `count` answers.
  func exchange(
    _ bytes: [UInt8], answers count: Int = 1, _ location: SourceLocation = #_sourceLocation
  ) -> RawClient {
    let client = connect()
    client.send(bytes)
    turn(until: { client.isEnded || client.responses().count >= count }, location)
    return client
  }

  func exchange(
    _ text: String, answers count: Int = 1, _ location: SourceLocation = #_sourceLocation
  ) -> RawClient {
    exchange(Array(text.utf8), answers: count, location)
  }

  private func step() {
    server.turn()
    clients.forEach { $0.receive() }
  }

  private func waitForEvents() {
    var polled = clients.filter { !$0.isEnded }.map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    for descriptor in [server.fileDescriptor] + server.formerDescriptors {
      polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    poll(&polled, nfds_t(polled.count), server.hasWork ? 0 : 10)
  }
}
